/**
 * What ffmpeg may read from untrusted files and streams. It supports about three hundred containers and five hundred
 * decoders, most of them unmaintained code for formats of old games and cameras: a file or a stream in one of those
 * is rejected before any of that code runs.
 */
import { resolve } from 'node:path'

/**
 * The allowed containers of a film. Playlists (hls, concat, dash …) are left out on purpose: a file that is only a
 * list of other files could name any file of this machine. Still images and terminal art are not films.
 */
const filmFormats: readonly string[] = [
  ...['mov', 'matroska', 'avi', 'mpegts', 'mpeg', 'flv', 'asf', 'ogg', 'mxf', 'dv'],
  // Without a container.
  ...['h264', 'hevc', 'mpegvideo', 'mp3', 'aac', 'wav', 'flac', 'ac3', 'eac3'],
]

/** The allowed formats of a live source, and of the segments of a playlist. */
const liveFormats: readonly string[] = [
  ...['mpegts', 'hls', 'mov', 'flv', 'live_flv', 'rtp', 'aac', 'mp3', 'ac3', 'eac3', 'webvtt'],
]

/** The allowed formats of one endless HTTP response: nothing that names other addresses. */
const responseFormats: readonly string[] = ['mpegts', 'aac', 'mp3', 'ogg', 'flac']

/** ffmpeg's decoder names; some codecs have two. */
const decoders: readonly string[] = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'libaom-av1', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'theora'],
  ...['mpeg1video', 'mpeg2video', 'mpegvideo', 'mpeg4', 'msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'h263', 'h263p'],
  ...['flv', 'vp6', 'vp6f', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'prores', 'dnxhd', 'dvvideo', 'ffv1', 'huffyuv'],
  ...['rawvideo', 'v210'],
  // Covers of films and of music.
  ...['mjpeg', 'png', 'bmp', 'gif', 'webp'],
  ...['aac', 'aac_latm', 'ac3', 'eac3', 'dca', 'truehd', 'mlp', 'flac', 'alac', 'opus', 'libopus', 'vorbis'],
  ...['libvorbis', 'mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float', 'wmav1', 'wmav2', 'wmapro'],
  ...['amrnb', 'amrwb', 'libopencore_amrnb', 'libopencore_amrwb', 'speex', 'nellymoser', 's302m', 'dvaudio'],
  ...[
    'adpcm_ms',
    'adpcm_ima_wav',
    'adpcm_ima_qt',
    'adpcm_swf',
    'pcm_alaw',
    'pcm_mulaw',
    'pcm_bluray',
    'pcm_dvd',
  ],
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le'],
  ...['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text', 'microdvd', 'subviewer', 'subviewer1'],
  ...['pgssub', 'dvdsub', 'dvbsub', 'xsub', 'cc_dec', 'libzvbi_teletextdec'],
]

function allowed(formats: readonly string[]): string[] {
  return [...['-format_whitelist', formats.join(','), '-codec_whitelist', decoders.join(',')]]
}

/** The arguments that allow a program to read only this local file, whatever its name looks like. */
export function fileInput(path: string, formats: readonly string[] = filmFormats): string[] {
  return [...allowed(formats), ...['-i', `file:${resolve(path)}`]]
}

/** Arguments before a live source's `-i`; `response`: one endless HTTP response; `file`: a film file played in a loop. */
export function allowedLive(source: 'network' | 'response' | 'file'): string[] {
  return allowed({ network: liveFormats, response: responseFormats, file: filmFormats }[source])
}

/** What was rejected, from ffmpeg's messages; undefined when nothing was. */
export function refusalOf(
  lines: readonly string[],
): { readonly container?: string; readonly codec?: string } | undefined {
  for (const line of lines) {
    const container = /^\[([\w,]{1,80}) @ [^\]]*\] Format not on whitelist/.exec(line)?.[1]
    if (container !== undefined) return { container }
    const codec = /\bCodec \(([\w-]{1,40})\) not on whitelist/.exec(line)?.[1]
    if (codec !== undefined) return { codec }
  }
  return undefined
}
