/** The arguments that make ffmpeg write one CMAF track file: `ftyp moov sidx (moof mdat)…`, starting at time 0. */

/** Longest film there is: an endless source must end somewhere. */
export const longestSec = 12 * 3600

const muxer = ['-f', 'mp4', '-movflags', '+cmaf+delay_moov+skip_trailer+global_sidx', '-bitexact']

/** One segment from each key frame to the next. */
export function videoTrackOutput(path: string): string[] {
  return [
    ...muxer.map((arg) => (arg.startsWith('+cmaf') ? `${arg}+frag_keyframe` : arg)),
    '-t',
    String(longestSec),
    '-y',
    `file:${path}`,
  ]
}

/** Segments of two seconds, as near as whole AAC frames come. */
export function audioTrackOutput(path: string, durationSec: number): string[] {
  return [...muxer, '-frag_duration', '2000000', '-t', durationSec.toFixed(6), '-y', `file:${path}`]
}

/** How every source is opened: broken packets are dropped, missing timestamps made, and errors are judged by us. */
export const tolerantInput: readonly string[] = ['-fflags', '+genpts+discardcorrupt', '-max_error_rate', '1']
