import { readOutput } from '#media/ffmpeg/process/read-output.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'

const limitMs = 15_000
const maxBytes = 1 << 20

/**
 * The first frame of fragmented MP4 (init and a fragment of one video track) as a JPEG of this width; undefined when it
 * cannot be decoded. About 60 ms of a core.
 */
export async function stillOfSegment(options: {
  readonly ffmpegPath: string
  readonly bytes: Buffer
  readonly width: number
  readonly signal: AbortSignal
}): Promise<Buffer | undefined> {
  const { ffmpegPath, bytes, width, signal } = options
  const run = runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-threads', '1', '-i', 'pipe:3', '-an', '-sn', '-frames:v', '1'],
      ...['-vf', `scale=${width}:-2:flags=area,setsar=1,format=yuvj420p`],
      ...['-c:v', 'mjpeg', '-q:v', '5', '-f', 'image2pipe', 'pipe:1'],
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
