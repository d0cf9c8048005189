/** Reads ffmpeg's output for `-progress pipe:1`: blocks of `key=value` lines, each closed by `progress=`. */
import type { Readable } from 'node:stream'

export interface FfmpegProgress {
  /** How much of the output is written, milliseconds of media. */
  readonly outTimeMs: number
  /** Video frames written; 0 when there is no video. */
  readonly frames: number
  /** Bytes written; 0 when the output has no size. */
  readonly bytes: number
  /** Multiple of real time; 0 when not yet known. */
  readonly speed: number
  /** This is the last block. */
  readonly ended: boolean
}

const longestRest = 65_536

function number(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) && value >= 0 ? value : 0
}

/** Calls `onProgress` once for each block. ffmpeg's `N/A` becomes 0. */
export function readProgress(stream: Readable, onProgress: (progress: FfmpegProgress) => void): void {
  let rest = ''
  let block = new Map<string, string>()
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(-longestRest)
    for (const line of lines) {
      const cut = line.indexOf('=')
      if (cut < 0) continue
      const key = line.slice(0, cut).trim()
      block.set(key, line.slice(cut + 1).trim())
      if (key !== 'progress') continue
      onProgress({
        outTimeMs: Math.round(number(block.get('out_time_us')) / 1000),
        frames: number(block.get('frame')),
        bytes: number(block.get('total_size')),
        speed: number(block.get('speed')),
        ended: block.get('progress') === 'end',
      })
      block = new Map()
    }
  })
  stream.on('error', () => {})
}
