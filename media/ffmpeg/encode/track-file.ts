/** The arguments that make ffmpeg write one CMAF track file: `ftyp moov sidx (moof mdat)…`, starting at time 0. */

/** Maximum length of a film: an endless source must end somewhere. */
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

/** Segments of two seconds, rounded to whole AAC frames. */
export function audioTrackOutput(path: string, durationSec: number): string[] {
  return [...muxer, '-frag_duration', '2000000', '-t', durationSec.toFixed(6), '-y', `file:${path}`]
}

/** Input options for every source: broken packets are dropped, missing timestamps generated, errors handled by us. */
export const tolerantInput: readonly string[] = ['-fflags', '+genpts+discardcorrupt', '-max_error_rate', '1']
