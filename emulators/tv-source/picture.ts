/** The encoder arguments of the two test channels. */

export interface Outputs {
  readonly udpPort: number
  readonly fontFile: string
}

/**
 * Loud for the first tenth of every second, quieter after; the pitch rises each second through a scale. Computed for
 * 8000 samples a second, since the formula would otherwise take most of the encoder's time.
 */
function tone(base: number): string {
  const step = `(mod(floor(t),8))`
  return `aevalsrc='0.22*sin(2*PI*t*${base}*pow(2,${step}/12))*if(lt(mod(t,1),0.1),1,0.45)':s=8000:n=320:c=mono,aresample=48000`
}

function clock(fontFile: string, name: string, colour: string): string {
  const font = `fontfile='${fontFile.replaceAll("'", '').replaceAll(':', '\\:')}'`
  return [
    `drawtext=${font}:text='${name}':fontsize=30:fontcolor=${colour}:x=28:y=24`,
    `drawtext=${font}:text='%{localtime\\:%H\\\\\\:%M\\\\\\:%S}':fontsize=84:fontcolor=white:x=(w-tw)/2:y=130`,
    `drawtext=${font}:text='%{localtime\\:%d.%m.%Y} Toshkent':fontsize=24:fontcolor=white@0.8:x=(w-tw)/2:y=232`,
  ].join(',')
}

const encode = [
  ...[
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-threads',
    '1',
    '-pix_fmt',
    'yuv420p',
  ],
  ...[
    '-r',
    '25',
    '-g',
    '50',
    '-keyint_min',
    '50',
    '-sc_threshold',
    '0',
    '-b:v',
    '640k',
    '-maxrate',
    '700k',
    '-bufsize',
    '700k',
  ],
  ...['-c:a', 'aac', '-b:a', '64k', '-ac', '1', '-flush_packets', '1', '-muxdelay', '0', '-muxpreload', '0'],
]

function feed(picture: readonly string[], sound: string, graph: string): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-v', 'error', '-filter_threads', '1', '-filter_complex_threads', '1'],
    ...picture.flatMap((source) => ['-re', '-f', 'lavfi', '-i', source]),
    ...['-re', '-f', 'lavfi', '-i', sound],
    ...['-filter_complex', graph, '-map', '[v]', '-map', `${picture.length}:a`],
    ...encode,
  ]
}

/** A bar that crosses the picture once every four seconds below a clock; to UDP. */
export function udpFeed(options: Outputs): string[] {
  const graph = `[0:v][1:v]overlay=x='mod(t*160,640)':y=300:format=yuv420,${clock(options.fontFile, 'Ekran Jonli 1', '0x3ad0c3')}[v]`
  return [
    ...feed(
      ['color=c=0x0b1f2a:s=640x360:r=25,format=yuv420p', 'color=c=0x3ad0c3:s=90x14:r=25'],
      tone(262),
      graph,
    ),
    ...['-metadata', 'service_name=Ekran Jonli 1', '-metadata', 'service_provider=Ekran'],
    ...['-f', 'mpegts', '-pat_period', '0.5', `udp://127.0.0.1:${options.udpPort}?pkt_size=1316`],
  ]
}

/** A square that moves down and up next to a clock on a warm background; to standard output. */
export function httpFeed(options: Outputs): string[] {
  const graph = `[0:v][1:v]overlay=x='560+40*sin(t*1.5)':y='150+120*sin(t*2.1)':format=yuv420,${clock(options.fontFile, 'Ekran Jonli 2', '0xffb454')}[v]`
  return [
    ...feed(
      ['color=c=0x2b1420:s=640x360:r=25,format=yuv420p', 'color=c=0xffb454:s=44x44:r=25'],
      tone(196),
      graph,
    ),
    ...['-metadata', 'service_name=Ekran Jonli 2', '-metadata', 'service_provider=Ekran'],
    ...['-f', 'mpegts', '-pat_period', '0.5', 'pipe:1'],
  ]
}
