/** Listens to one sound track wholly (EBU R 128) and says by how much it must be turned up or down. */
import { steadySamples, stereoFilter } from './encode-sound.ts'
import { fileInput } from './probe.ts'
import type { FfmpegProgress } from './progress.ts'
import { superviseFfmpeg, type RunFailed } from './supervise.ts'
import { LONGEST_SEC, tolerantInput } from './track-file.ts'

export interface Loudness {
  readonly kind: 'measured'
  /** LUFS over the whole track; -70 or below is silence. */
  readonly integratedLufs: number
  /** Highest sample, dBFS. */
  readonly peakDb: number
}

const TARGET_LUFS = -23
const HIGHEST_PEAK_DB = -2

/** One fixed gain for the whole track: to -23 LUFS, but never so far that a peak would clip. Silence stays as it is. */
export const gainFor = (loudness: Loudness): number => {
  if (loudness.integratedLufs <= -69) return 0
  const wanted = TARGET_LUFS - loudness.integratedLufs
  return Math.max(-40, Math.min(wanted, HIGHEST_PEAK_DB - loudness.peakDb, 24))
}

/** A gain this small is heard by nobody: the sound may stay as it is. */
export const isLevel = (gainDb: number): boolean => Math.abs(gainDb) <= 1

const figure = (lines: readonly string[], pattern: RegExp, silent: number): number | undefined => {
  const found = lines.findLast((line) => pattern.test(line))
  const text = found === undefined ? undefined : pattern.exec(found)?.[1]
  if (text === undefined) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : silent
}

/** A track that cannot be decoded gives a failure; the other tracks are then made without it. */
export const measureLoudness = async (job: {
  ffmpegPath: string
  sourcePath: string
  streamIndex: number
  sourceChannels: number
  signal?: AbortSignal | undefined
  onProgress?: ((progress: FfmpegProgress) => void) | undefined
}): Promise<Loudness | RunFailed> => {
  const outcome = await superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...tolerantInput,
      ...fileInput(job.sourcePath),
      '-map',
      `0:${job.streamIndex}`,
      '-t',
      String(LONGEST_SEC),
      '-af',
      `${steadySamples},${stereoFilter(job.sourceChannels)},ebur128=peak=sample:framelog=quiet`,
      '-f',
      'null',
      '-',
    ],
    logLevel: 'info',
    signal: job.signal,
    onProgress: job.onProgress,
  })
  if (outcome.kind === 'failed') return outcome
  const integratedLufs = figure(outcome.lastLines, /^\s*I:\s+(\S+) LUFS/, -70)
  const peakDb = figure(outcome.lastLines, /^\s*Peak:\s+(\S+) dBFS/, -120)
  if (integratedLufs === undefined || peakDb === undefined) {
    return { kind: 'failed', reason: 'failed', words: 'nothing could be heard in it' }
  }
  return { kind: 'measured', integratedLufs, peakDb }
}
