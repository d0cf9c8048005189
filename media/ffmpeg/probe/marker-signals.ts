/** The signals for finding markers in packaged tracks: chromaprints of audio, darkness of key frames. */
import { readOutput } from '#media/ffmpeg/process/read-output.ts'
import { runFfmpeg } from '#media/ffmpeg/process/run.ts'

const limitMs = 300_000
/** Four hours of points. */
const maxBytes = 500_000

interface Part {
  readonly ffmpegPath: string
  readonly trackPath: string
  readonly fromSec: number
  readonly lengthSec: number
  readonly signal?: AbortSignal | undefined
}

function partOf({ trackPath, fromSec, lengthSec }: Part): string[] {
  return ['-ss', fromSec.toFixed(3), '-t', lengthSec.toFixed(3), '-i', `file:${trackPath}`]
}

const defaultValue = { lowPriority: true, timeoutMs: limitMs } as const

function ended(signal: AbortSignal | undefined): object {
  return signal === undefined ? {} : { signal }
}

/** The points of a part of an audio track, one each 1365/11025 s; undefined when it cannot be decoded. */
export async function audioFingerprint(part: Part): Promise<Uint32Array | undefined> {
  const run = runFfmpeg({
    ffmpegPath: part.ffmpegPath,
    args: [
      ...['-loglevel', 'error', ...partOf(part), '-vn', '-map', '0:a:0', '-ac', '1', '-ar', '11025'],
      ...['-f', 'chromaprint', '-fp_format', 'raw', 'pipe:1'],
    ],
    stdout: true,
    ...defaultValue,
    ...ended(part.signal),
  })
  const all = await readOutput(run, maxBytes)
  if (all === undefined) return undefined
  return Uint32Array.from({ length: Math.floor(all.length / 4) }, (_, at) => all.readUInt32LE(at * 4))
}

const darkness = /\bpblack:(\d+).*?\bt:([\d.]+)/

/** How dark each key frame of a part of a video track is, with its time from the part's start; undefined on failure. */
export async function keyFrameDarkness(
  part: Part,
): Promise<readonly { readonly atSec: number; readonly blackPercent: number }[] | undefined> {
  const frames: { atSec: number; blackPercent: number }[] = []
  const run = runFfmpeg({
    ffmpegPath: part.ffmpegPath,
    args: [
      ...['-loglevel', 'info', '-nostats', '-skip_frame', 'nokey', ...partOf(part)],
      ...[
        '-an',
        '-sn',
        '-vf',
        'blackframe=amount=0:threshold=32',
        '-fps_mode',
        'passthrough',
        '-f',
        'null',
        '-',
      ],
    ],
    onStderrLine: (line) => {
      const match = darkness.exec(line)
      if (match !== null) frames.push({ blackPercent: Number(match[1]), atSec: Number(match[2]) })
    },
    ...defaultValue,
    ...ended(part.signal),
  })
  return (await run.exit).code === 0 ? frames : undefined
}
