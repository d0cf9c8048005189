/** Single stills from a film: small raw ones for scoring, and one full-size as a JPEG. */
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'
import { readOutput } from '#media/ffmpeg/process/read-output.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'

const limitMs = 60_000
const maxBytes = 24 << 20

interface Moment {
  readonly ffmpegPath: string
  readonly path: string
  readonly atSec: number
  readonly signal?: AbortSignal | undefined
}

async function take(moment: Moment, output: readonly string[]): Promise<Buffer | undefined> {
  const run = runFfmpeg({
    ffmpegPath: moment.ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-ss', moment.atSec.toFixed(3), ...fileInput(moment.path)],
      ...['-an', '-sn', '-frames:v', '1', ...output, 'pipe:1'],
    ],
    stdout: true,
    lowPriority: true,
    timeoutMs: limitMs,
    ...(moment.signal === undefined ? {} : { signal: moment.signal }),
  })
  const still = await readOutput(run, maxBytes)
  return still?.length === 0 ? undefined : still
}

/** Red, green and blue, a byte each, row by row; undefined when there is no frame at that time. */
export function extractSmallStill(
  moment: Moment & { readonly width: number; readonly height: number },
): Promise<Buffer | undefined> {
  return take(moment, [
    ...['-map', '0:v:0', '-vf', `scale=${moment.width}:${moment.height}:flags=area,format=rgb24`],
    ...['-f', 'rawvideo'],
  ])
}

/** A full-size still as a JPEG; undefined when there is no frame at that time. */
export function extractStill(
  moment: Moment & {
    readonly streamIndex: number
    readonly deinterlace: boolean
    readonly width: number
    readonly height: number
    /** Crops to a portrait of two to three, around this horizontal position. */
    readonly uprightAround?: number
  },
): Promise<Buffer | undefined> {
  const { width, height, uprightAround } = moment
  const narrow = Math.min(width, Math.round((height * 2) / 3))
  const low = Math.min(height, Math.round((narrow * 3) / 2))
  const left = Math.round(Math.min(width - narrow, Math.max(0, (uprightAround ?? 0.5) * width - narrow / 2)))
  return take(moment, [
    ...['-map', `0:${moment.streamIndex}`, '-vf'],
    [
      ...(moment.deinterlace ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
      `scale=${width}:${height}:flags=bicubic`,
      'setsar=1',
      ...(uprightAround === undefined
        ? []
        : [`crop=${narrow}:${low}:${left}:${Math.round((height - low) / 3)}`]),
      'format=yuvj420p',
    ].join(','),
    ...['-c:v', 'mjpeg', '-q:v', '2', '-f', 'image2pipe'],
  ])
}
