/** Seek pictures: key frames of a finished rendition, small, on sheets of 10 × 10. */
import { superviseFfmpeg, type RunOutcome } from './supervise.ts'

export const SPRITE_COLUMNS = 10
export const SPRITE_ROWS = 10

/** Takes every `everyKeyFrames`-th key frame. Writes `sprite-0.jpg`, `sprite-1.jpg` … by the pattern given. */
export const makeSprites = (job: {
  ffmpegPath: string
  trackPath: string
  everyKeyFrames: number
  widthPx: number
  heightPx: number
  /** Path with one `%d`. */
  targetPattern: string
  signal?: AbortSignal | undefined
}): Promise<RunOutcome> =>
  superviseFfmpeg({
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
        `select=not(mod(n\\,${job.everyKeyFrames}))`,
        `scale=${job.widthPx}:${job.heightPx}:flags=area`,
        `tile=${SPRITE_COLUMNS}x${SPRITE_ROWS}`,
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
