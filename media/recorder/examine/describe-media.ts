/** What some seconds of video and audio contain: streams, a still, loudness. Works on bytes, so a source is read once. */
import { stillOfSegment } from '#media/ffmpeg/encode/still-of-segment.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'
import { readStreamLine, type InputStream } from '#media/recorder/ingest/stream-plan.ts'

/** A stream as ffmpeg describes it. Absent fields are unknown. */
export type ExaminedStream = Omit<InputStream, 'index' | 'pixels'> & {
  readonly framesPerSecond?: number
}

/** What was received. `loudnessLufs`: integrated, EBU R 128; -70 is silence; null without sound. */
export interface Examination {
  readonly kind: 'received'
  readonly streams: readonly ExaminedStream[]
  /** Null when too little came to tell. */
  readonly bitsPerSecond: number | null
  readonly loudnessLufs: number | null
  /** A JPEG of 640 pixels; null without video, or when it cannot be decoded. */
  readonly still: Buffer | null
}

/** `words`: the reason, without the address. */
export type ExaminationOutcome = Examination | { readonly kind: 'failed'; readonly words: string }

export interface MediaTools {
  readonly ffmpegPath: string
  readonly signal: AbortSignal
}

const stillWidth = 640
const limitMs = 20_000
const maxStreams = 24

/** Collects the streams of the first input from ffmpeg's standard error. */
export class StreamListener {
  readonly streams: ExaminedStream[] = []
  #isOver = false

  readonly listen = (line: string): void => {
    if (/^(?:Stream mapping|Output #)/.test(line)) this.#isOver = true
    const stream = this.#isOver ? undefined : readStreamLine(line)
    if (stream === undefined || this.streams.length >= maxStreams) return
    const { index: _index, pixels: _pixels, ...described } = stream
    const rate = /, (\d+(?:\.\d+)?) fps\b/.exec(line)?.[1]
    this.streams.push({ ...described, ...(rate === undefined ? {} : { framesPerSecond: Number(rate) }) })
  }
}

/** The streams of these bytes; empty when ffmpeg cannot read them. */
export async function streamsOf(bytes: Buffer, tools: MediaTools): Promise<readonly ExaminedStream[]> {
  const listener = new StreamListener()
  await readBytes(bytes, ['-map', '0', '-c', 'copy', '-f', 'null', '-'], tools, listener.listen)
  return listener.streams
}

/** Integrated loudness of the first audio stream, LUFS; null when there is none or it cannot be decoded. */
export async function loudnessOf(bytes: Buffer, tools: MediaTools): Promise<number | null> {
  let loudness: number | null = null
  const listen = (line: string): void => {
    const measured = /^\s*I:\s+(-?[\d.]+|-inf) LUFS/.exec(line)?.[1]
    if (measured !== undefined) loudness = measured === '-inf' ? -70 : Number(measured)
  }
  const meter = ['-map', '0:a:0', '-af', 'ebur128=framelog=quiet', '-f', 'null', '-']
  const isMeasured = await readBytes(bytes, meter, tools, listen)
  return isMeasured ? loudness : null
}

/** The first picture as a JPEG; null when there is none. */
export async function stillOf(bytes: Buffer, tools: MediaTools): Promise<Buffer | null> {
  return (await stillOfSegment({ ...tools, bytes, width: stillWidth })) ?? null
}

async function readBytes(
  bytes: Buffer,
  output: readonly string[],
  { ffmpegPath, signal }: MediaTools,
  onStderrLine: (line: string) => void,
): Promise<boolean> {
  const run = runFfmpeg({
    ffmpegPath,
    args: ['-loglevel', 'info', '-nostats', '-threads', '1', '-i', 'pipe:3', ...output],
    protocols: ['pipe'],
    inputs: [bytes],
    lowPriority: true,
    timeoutMs: limitMs,
    signal,
    onStderrLine,
  })
  return (await run.exit).code === 0
}
