import { readOutput } from '#media/ffmpeg/process/read-output.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'

const limitMs = 15_000
const maxBytes = 8 << 20

interface SegmentBytes {
  readonly ffmpegPath: string
  /** Fragmented MP4: the init segment and a fragment of one video track. */
  readonly bytes: Buffer
  readonly signal: AbortSignal
}

async function firstFrame(
  { ffmpegPath, bytes, signal }: SegmentBytes,
  filter: string,
  output: readonly string[],
): Promise<Buffer | undefined> {
  const run = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-threads', '1', '-i', 'pipe:3', '-an', '-sn', '-frames:v', '1'],
      ...['-vf', filter, ...output, 'pipe:1'],
    ],
    protocols: ['pipe'],
    inputs: [bytes],
    stdout: true,
    lowPriority: true,
    timeoutMs: limitMs,
    signal,
  })
  const still = await readOutput(run, maxBytes)
  return still?.length === 0 ? undefined : still
}

/**
 * The first frame as a JPEG of this width; undefined when it cannot be decoded. About 60 ms of a core.
 * `uprightAround`: cropped to two by three around this horizontal position, 0 to 1.
 */
export function frameOfSegment(
  options: SegmentBytes & { readonly width: number; readonly uprightAround?: number },
): Promise<Buffer | undefined> {
  const { width, uprightAround } = options
  const crop =
    uprightAround === undefined
      ? ''
      : `crop=w='min(iw,ih*2/3)':h='min(ih,iw*3/2)':x='min(iw-ow,max(0,${uprightAround.toFixed(3)}*iw-ow/2))':y='(ih-oh)/3',`
  const filter = `scale=${width}:-2:flags=area,setsar=1,${crop}format=yuvj420p`
  return firstFrame(options, filter, ['-c:v', 'mjpeg', '-q:v', '5', '-f', 'image2pipe'])
}

/** The same small and raw: red, green and blue, a byte each, row by row. */
export function smallFrameOfSegment(
  options: SegmentBytes & { readonly width: number; readonly height: number },
): Promise<Buffer | undefined> {
  const filter = `scale=${options.width}:${options.height}:flags=area,format=rgb24`
  return firstFrame(options, filter, ['-f', 'rawvideo'])
}
