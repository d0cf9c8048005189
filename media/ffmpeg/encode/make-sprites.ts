/** Thumbnails: key frames of a finished rendition, scaled down, on sheets of 10 × 10. */
import { superviseFfmpeg, type RunOutcome } from '#media/ffmpeg/process/supervise.ts'

export const spriteColumns = 10
export const spriteRows = 10

/** Every n-th key frame, or `count` times the nearest key frame to each time step. */
export type ThumbnailSource =
  | { readonly everyKeyFrames: number }
  | { readonly intervalMs: number; readonly count: number }

function selection(taken: ThumbnailSource): string[] {
  return 'everyKeyFrames' in taken
    ? [`select=not(mod(n\\,${taken.everyKeyFrames}))`]
    : [
        // The last key frame is used for all remaining steps.
        `tpad=stop_mode=clone:stop_duration=${Math.ceil(taken.intervalMs / 1000) + 12}`,
        `fps=1000/${taken.intervalMs}:start_time=0`,
        `trim=end_frame=${taken.count}`,
      ]
}

/** Selects key frames according to `taken`. Writes `sprite-0.jpg`, `sprite-1.jpg` … according to `targetPattern`. */
export function makeSprites(job: {
  ffmpegPath: string
  trackPath: string
  taken: ThumbnailSource
  widthPx: number
  heightPx: number
  /** Path with one `%d`. */
  targetPattern: string
  signal?: AbortSignal | undefined
}): Promise<RunOutcome> {
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      '-skip_frame',
      'nokey',
      '-i',
      `file:${job.trackPath}`,
      '-an',
      '-sn',
      '-vf',
      [
        ...selection(job.taken),
        `scale=${job.widthPx}:${job.heightPx}:flags=area`,
        `tile=${spriteColumns}x${spriteRows}`,
        'format=yuvj420p',
      ].join(','),
      '-fps_mode',
      'passthrough',
      '-q:v',
      '5',
      '-start_number',
      '0',
      '-f',
      'image2',
      '-y',
      `file:${job.targetPattern}`,
    ],
    signal: job.signal,
  })
}
