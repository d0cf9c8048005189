import { runFfmpeg, type FfmpegExit } from '#media/ffmpeg/process/run.ts'

const limitMs = 20_000
const quality = 70

/** One frame to decode, and the pictures to make of it. */
export interface StillFrame {
  /** Fragmented MP4 of one video frame. */
  readonly bytes: Buffer
  /** Widths in pixels, each with the file to write; every one is 16:9. At least one. */
  readonly pictures: readonly { readonly width: number; readonly path: string }[]
}

/**
 * Many frames as WebP with one ffmpeg: its start, 30 ms of a core, is shared by all of them. Each frame has its own decoder and filter,
 * so that one which cannot be decoded has no file and costs the others nothing. Frames of another shape than 16:9 are
 * cut at their edges. Read the files: the exit is of the whole run.
 */
export function encodeStills(options: {
  readonly ffmpegPath: string
  readonly frames: readonly StillFrame[]
  readonly signal: AbortSignal
}): Promise<FfmpegExit> {
  const { ffmpegPath, frames, signal } = options
  return runFfmpeg({
    ffmpegPath,
    args: [
      ...['-loglevel', 'error', '-filter_complex_threads', '1'],
      ...frames.flatMap((_, position) => inputOf(position)),
      ...frames.flatMap(filterOf),
      ...frames.flatMap(outputsOf),
    ],
    protocols: ['pipe'],
    inputs: frames.map(({ bytes }) => bytes),
    lowPriority: true,
    timeoutMs: limitMs,
    signal,
  }).exit
}

/**
 * The headers of MP4 say all that the decoder needs: reading ahead would decode each frame twice. The filter against
 * block edges is left out, since the picture is made smaller anyway. A recovery point counts as a key frame.
 */
function inputOf(position: number): string[] {
  return [
    ...['-nofind_stream_info', '-max_error_rate', '1', '-threads', '1', '-flags2', '+showall'],
    ...['-skip_loop_filter', 'all', '-f', 'mov', '-i', `pipe:${3 + position}`],
  ]
}

/** The widest picture is made of the frame, the others of that one. */
function filterOf({ pictures }: StillFrame, position: number): string[] {
  const [widest = 0, ...others] = widthsOf(pictures)
  const height = (widest * 9) / 16
  const isWide = 'gt(dar,16/9)'
  const scale = [
    `w='if(${isWide},ceil(${height}*dar/2)*2,${widest})'`,
    `h='if(${isWide},${height},ceil(${widest}/dar/2)*2)'`,
    'flags=fast_bilinear',
  ].join(':')
  const shape = `[${position}:v]scale=${scale},crop=${widest}:${height},setsar=1,format=yuv420p`
  const name = (width: number) => `[p${position}w${width}]`
  if (others.length === 0) return ['-filter_complex', `${shape}${name(widest)}`]
  const copies = others.map((width) => `[c${position}w${width}]`)
  return [
    '-filter_complex',
    [
      `${shape},split=${1 + others.length}${name(widest)}${copies.join('')}`,
      ...others.map(
        (width, at) => `${copies[at] ?? ''}scale=${width}:${(width * 9) / 16}:flags=area${name(width)}`,
      ),
    ].join(';'),
  ]
}

function outputsOf({ pictures }: StillFrame, position: number): string[] {
  return pictures.flatMap(({ width, path }) => [
    ...['-map', `[p${position}w${width}]`, '-frames:v', '1', '-c:v', 'libwebp', '-threads', '1'],
    ...['-compression_level', '1', '-quality', String(quality)],
    ...['-f', 'image2', '-update', '1', `file:${path}`],
  ])
}

function widthsOf(pictures: StillFrame['pictures']): number[] {
  return pictures.map(({ width }) => width).toSorted((one, other) => other - one)
}
