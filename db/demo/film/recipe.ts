/** The ffmpeg arguments that turn drawn layers and music into one film. */
import { paletteNamed, mix } from '#db/demo/painting/palette.ts'
import { introSec, titlesSec, type DemoFilm, type FilmScene } from '#db/demo/catalogue/films.ts'
import { travel, viewH, viewW, type PaintedShot, type Sheet } from './sheets.ts'

export const framesPerSec = 25

export interface FilmRecipe {
  /** `-i` and the options before it, for every input. */
  readonly inputs: readonly string[]
  readonly filterComplex: string
  /** The maps, codecs and names of the tracks. */
  readonly output: readonly string[]
}

export interface RecipeParts {
  readonly shots: readonly PaintedShot[]
  readonly sound: { readonly ru: string; readonly uz: string }
  readonly subtitles: { readonly ru: string; readonly uz: string }
  readonly fontFile: string
}

/** Text inside a quoted filter option: characters that would end the quote or be read as an expansion are removed. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", 'ʼ').replaceAll('\\', '').replaceAll('%', '\\%').replaceAll(':', '\\:')}'`
}

interface Words {
  readonly text: string
  readonly size: number
  readonly colour: string
  readonly x: string
  readonly y: string
  readonly alpha?: string
  readonly box?: string
}

function words(font: string, one: Words): string {
  const shade = one.box === undefined ? '' : `:box=1:boxborderw=14:boxcolor=${one.box}`
  return `drawtext=fontfile=${quoted(font)}:text=${quoted(one.text)}:fontsize=${one.size}:fontcolor=${one.colour}:x='${one.x}':y='${one.y}':alpha='${one.alpha ?? '1'}'${shade}`
}

function ffColour(hex: string): string {
  return `0x${hex.slice(1)}`
}

/** The position of a layer at time t: the camera's movement by its depth, then the layer's own movement. */
function course(sheet: Sheet, scene: FilmScene): string {
  const run = Math.round(travel * sheet.depth) * scene.pan
  const start = sheet.left - travel / 2 + run / 2
  let x = `${start}-${run}*t/${scene.seconds}`
  let y = String(sheet.top)
  let when = ''
  const motion = sheet.motion
  if (motion?.kind === 'drift') x += `+${motion.xPerSec}*(t-${scene.seconds / 2})`
  if (motion?.kind === 'bob') y += `+${motion.byPx}*sin(t*${(6.2832 / motion.periodSec).toFixed(3)})`
  if (motion?.kind === 'fall') y = `mod(t*${motion.pxPerSec},${viewH})-${viewH}`
  if (motion?.kind === 'blink')
    when = `:enable='gt(mod(t+0.6,${motion.everySec}),${motion.everySec - motion.forSec})'`
  return `x='${x}':y='${y}':format=yuv420${when}`
}

function still(pixels: string): string {
  return `format=${pixels},loop=-1:1,setpts=N/${framesPerSec}/TB`
}

class Graph {
  readonly lines: string[] = []
  #labels = 0
  label(): string {
    return `[v${(this.#labels += 1)}]`
  }
}

function shotChain(
  graph: Graph,
  scene: FilmScene,
  shot: PaintedShot,
  firstInput: number,
  wave: string | undefined,
): string {
  let current = graph.label()
  graph.lines.push(`[${firstInput}:v]${still('yuv420p')}${current}`)
  shot.sheets.forEach((sheet, i) => {
    const layer = graph.label()
    const next = graph.label()
    graph.lines.push(`[${firstInput + 1 + i}:v]${still('yuva420p')}${layer}`)
    graph.lines.push(`${current}${layer}overlay=${course(sheet, scene)}${next}`)
    current = next
  })
  if (wave !== undefined) {
    const next = graph.label()
    graph.lines.push(`${current}${wave}overlay=x=0:y=${viewH - 250}:format=yuv420:shortest=0${next}`)
    current = next
  }
  const out = graph.label()
  const end = scene.seconds - 0.4
  graph.lines.push(
    `${current}trim=duration=${scene.seconds},setpts=PTS-STARTPTS,fade=t=in:d=0.4,fade=t=out:st=${end}:d=0.4,setsar=1${out}`,
  )
  return out
}

/** The audio drawn as a line, for the shots that have it: a separate input, cut to the shot. */
function waveChain(graph: Graph, scene: FilmScene, input: number): string {
  const label = graph.label()
  const accent = ffColour(paletteNamed(scene.palette).accent)
  graph.lines.push(
    `[${input}:a]showwaves=s=640x90:mode=cline:rate=${framesPerSec}:colors=${accent},scale=1280:180:flags=neighbor,format=yuva420p${label}`,
  )
  return label
}

function introChain(graph: Graph, film: DemoFilm, font: string, input: number): string {
  const palette = paletteNamed(film.scenes[0]?.palette ?? 'lapis')
  const shown = `if(lt(t,0.5),0,min(1,(t-0.5)/0.6))`
  const out = graph.label()
  const veil = ffColour(mix(palette.near, '#000000', 0.4))
  graph.lines.push(
    `[${input}:v]${still('yuv420p')},trim=duration=${introSec},drawbox=c=${veil}@0.72:t=fill,` +
      `${words(font, { text: 'EKRAN', size: 26, colour: ffColour(palette.accent), x: '(w-tw)/2', y: '196', alpha: 'min(1,t/0.5)' })},` +
      `${words(font, { text: film.name_ru, size: 76, colour: 'white', x: '(w-tw)/2-20+20*min(1,t/2)', y: '290', alpha: shown })},` +
      `${words(font, { text: film.name_uz, size: 44, colour: 'white', x: '(w-tw)/2+20-20*min(1,t/2)', y: '410', alpha: `0.85*${shown}` })},` +
      `fade=t=in:d=0.4,fade=t=out:st=${introSec - 0.4}:d=0.4,setsar=1${out}`,
  )
  return out
}

function titlesChain(graph: Graph, film: DemoFilm, font: string): string {
  const palette = paletteNamed(film.scenes.at(-1)?.palette ?? 'lapis')
  const lines: readonly [string, number][] = [
    [film.name_ru, 52],
    [film.name_uz, 34],
    ['Рисунки, музыка и монтаж — команда Ekran', 28],
    ['Rasm, musiqa va montaj — Ekran jamoasi', 28],
    ['Снято без единой камеры', 28],
    ['Birorta kamerasiz suratga olingan', 28],
  ]
  let y = 150
  const texts = lines.map(([text, size], i) => {
    const at = y
    y += size + (i === 1 || i === 3 ? 62 : 22)
    return words(font, {
      text,
      size,
      colour: i < 2 ? 'white' : ffColour(palette.light),
      x: '(w-tw)/2',
      y: `${at + 120}-40*t`,
      alpha: `min(1,max(0,(t-${(0.3 + i * 0.25).toFixed(2)})/0.5))`,
    })
  })
  const out = graph.label()
  const ground = ffColour(mix(palette.near, '#000000', 0.35))
  graph.lines.push(
    `color=c=${ground}:s=${viewW}x${viewH}:r=${framesPerSec}:d=${titlesSec},format=yuv420p,${texts.join(',')},fade=t=out:st=${titlesSec - 1}:d=1,setsar=1${out}`,
  )
  return out
}

/** Everything ffmpeg needs to make the film; the last argument, the output path, is added by the caller. */
export function filmRecipe(film: DemoFilm, parts: RecipeParts): FilmRecipe {
  const inputs: string[] = []
  const starts: number[] = []
  let count = 0
  for (const shot of parts.shots) {
    starts.push(count)
    for (const path of [shot.ground, ...shot.sheets.map((sheet) => sheet.path)]) inputs.push('-i', path)
    count += 1 + shot.sheets.length
  }
  const [intro, soundRu] = [count, count + 1]
  inputs.push('-i', parts.shots[0]?.ground ?? '')
  for (const path of [parts.sound.ru, parts.sound.uz, parts.subtitles.ru, parts.subtitles.uz])
    inputs.push('-i', path)
  const waves = new Map<number, number>()
  let from = introSec
  for (const [i, scene] of film.scenes.entries()) {
    if (scene.wave === true) {
      waves.set(i, count + 5 + waves.size)
      inputs.push('-ss', String(from), '-t', String(scene.seconds), '-i', parts.sound.ru)
    }
    from += scene.seconds
  }
  const graph = new Graph()
  const pieces = [introChain(graph, film, parts.fontFile, intro)]
  for (const [i, scene] of film.scenes.entries()) {
    const shot = parts.shots[i]
    if (shot === undefined) throw new Error(`shot ${i} of ${film.assetId} is not drawn`)
    const wave = waves.get(i)
    pieces.push(
      shotChain(
        graph,
        scene,
        shot,
        starts[i] ?? 0,
        wave === undefined ? undefined : waveChain(graph, scene, wave),
      ),
    )
  }
  pieces.push(titlesChain(graph, film, parts.fontFile))
  graph.lines.push(`${pieces.join('')}concat=n=${pieces.length}:v=1:a=0[film]`)
  return { inputs, filterComplex: graph.lines.join(';'), output: outputOf(film, soundRu) }
}

function outputOf(film: DemoFilm, soundRu: number): string[] {
  const track = (kind: string, index: number, language: string, name: string): string[] => [
    `-metadata:s:${kind}:${index}`,
    `language=${language}`,
    `-metadata:s:${kind}:${index}`,
    `title=${name}`,
  ]
  return [
    ...[
      '-map',
      '[film]',
      '-map',
      `${soundRu}:a`,
      '-map',
      `${soundRu + 1}:a`,
      '-map',
      `${soundRu + 2}:s`,
      '-map',
      `${soundRu + 3}:s`,
    ],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-crf',
      '21',
      '-maxrate',
      '5M',
      '-bufsize',
      '5M',
      '-profile:v',
      'main',
      '-pix_fmt',
      'yuv420p',
      '-r',
      String(framesPerSec),
    ],
    // Closed groups of two seconds: viewers are sent this video as it is, without another encoding.
    ...['-g', '50', '-keyint_min', '50', '-sc_threshold', '0'],
    ...['-c:a', 'flac', '-compression_level', '0', '-c:s', 'subrip', '-t', String(film.seconds)],
    ...track('a', 0, 'rus', 'Русский'),
    ...track('a', 1, 'uzb', 'Oʻzbekcha'),
    ...track('s', 0, 'rus', 'Русские'),
    ...track('s', 1, 'uzb', 'Oʻzbekcha'),
    ...['-disposition:a:0', 'default', '-f', 'matroska'],
  ]
}
