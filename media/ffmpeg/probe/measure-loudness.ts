/** Measures one audio track (EBU R 128), a long one by samples, and calculates its gain. */
import { steadySamples, stereoFilter } from '#media/ffmpeg/encode/encode-audio.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'
import type { FfmpegProgress } from '#media/ffmpeg/process/progress.ts'
import { superviseFfmpeg, type RunFailed } from '#media/ffmpeg/process/supervise.ts'
import { longestSec, tolerantInput } from '#media/ffmpeg/encode/track-file.ts'

export interface Loudness {
  readonly kind: 'measured'
  /** LUFS over the whole track; -70 or below is silence. */
  readonly integratedLufs: number
  /** Highest measured sample, dBFS. */
  readonly peakDb: number
  /** Highest peak between the samples, dBTP. */
  readonly truePeakDb: number
  /** Measured by samples: louder peaks than `peakDb` may exist between them. */
  readonly isSampled: boolean
}

const targetLufs = -23
const highestPeakDb = -2

/** One constant gain for the whole track: to -23 LUFS, but without clipping a peak. Silence is unchanged. */
export function gainFor(loudness: Loudness): number {
  if (loudness.integratedLufs <= -69) return 0
  const neededGainDb = targetLufs - loudness.integratedLufs
  return Math.max(-40, Math.min(neededGainDb, highestPeakDb - loudness.peakDb, 24))
}

/** A gain this small is inaudible: the audio may be passed through. */
export function isLevel(gainDb: number): boolean {
  return Math.abs(gainDb) <= 1
}

function figure(lines: readonly string[], pattern: RegExp, silent: number): number | undefined {
  const lastMatch = lines.findLast((line) => pattern.test(line))
  const text = lastMatch === undefined ? undefined : pattern.exec(lastMatch)?.[1]
  if (text === undefined) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : silent
}

/**
 * Of a longer audio track, four minutes in 48 pieces are measured instead of all: measuring an hour completely would
 * cost three times its remuxing. Compared with all ten minutes of a track whose loudness varies by 24 LU, 16 to 48
 * pieces of four and eight seconds were at most 0.3 LU off; a viewer hears a difference of 1.
 */
const longAudioMs = 20 * 60_000
const measuredPieces = 48
const pieceSec = 5

interface LoudnessJob {
  ffmpegPath: string
  sourcePath: string
  streamIndex: number
  sourceChannels: number
  /** Duration of the video. */
  durationMs: number
  signal?: AbortSignal | undefined
  onProgress?: ((progress: FfmpegProgress) => void) | undefined
}

const meter = 'ebur128=peak=sample+true:framelog=quiet'

function piecesOf(job: LoudnessJob): string[] {
  const stepSec = job.durationMs / 1000 / measuredPieces
  const pieces = Array.from({ length: measuredPieces }, (_, position) => position)
  const heard = `aresample=48000,${stereoFilter(job.sourceChannels)}`
  const graphs = pieces.map((position) => `[${position}:${job.streamIndex}]${heard}[s${position}]`)
  const joined = pieces.map((position) => `[s${position}]`).join('')
  return [
    ...pieces.flatMap((position) => [
      ...tolerantInput,
      '-ss',
      ((position + 0.5) * stepSec - pieceSec / 2).toFixed(3),
      '-t',
      String(pieceSec),
      ...fileInput(job.sourcePath),
    ]),
    '-filter_complex',
    [...graphs, `${joined}concat=n=${measuredPieces}:v=0:a=1,${meter}[heard]`].join(';'),
    '-map',
    '[heard]',
  ]
}

function wholeOf(job: LoudnessJob): string[] {
  return [
    ...tolerantInput,
    ...fileInput(job.sourcePath),
    '-map',
    `0:${job.streamIndex}`,
    '-t',
    String(longestSec),
    '-af',
    `${steadySamples},${stereoFilter(job.sourceChannels)},${meter}`,
  ]
}

const peakLine = /^\s*Peak:\s+(\S+) dBFS/

/** The report without its last part, which is about true peaks. */
function sampleLines(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => /^\s*True peak:/.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

async function listenTo(job: LoudnessJob, isSampled: boolean): Promise<Loudness | RunFailed> {
  const outcome = await superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [...(isSampled ? piecesOf(job) : wholeOf(job)), '-f', 'null', '-'],
    logLevel: 'info',
    signal: job.signal,
    onProgress: job.onProgress,
    // Pieces are measured in seconds.
    isUrgent: isSampled,
  })
  if (outcome.kind === 'failed') return outcome
  const integratedLufs = figure(outcome.lastLines, /^\s*I:\s+(\S+) LUFS/, -70)
  const [sample, between] = [sampleLines(outcome.lastLines), outcome.lastLines]
  const peakDb = figure(sample, peakLine, -120)
  const truePeakDb = figure(between, peakLine, -120)
  if (integratedLufs === undefined || peakDb === undefined || truePeakDb === undefined) {
    return { kind: 'failed', reason: 'failed', words: 'its loudness could not be measured' }
  }
  return { kind: 'measured', integratedLufs, peakDb, truePeakDb, isSampled }
}

/** A track that cannot be decoded is a failure; the other tracks are then made without it. */
export async function measureLoudness(job: LoudnessJob): Promise<Loudness | RunFailed> {
  if (job.durationMs < longAudioMs) return listenTo(job, false)
  const sampled = await listenTo(job, true)
  if (sampled.kind === 'failed' && ['aborted', 'no_space'].includes(sampled.reason)) return sampled
  // A file that cannot seek, or a track that is silent in the samples, is measured completely.
  const isHeard = sampled.kind === 'measured' && sampled.integratedLufs > -69
  return isHeard ? sampled : listenTo(job, false)
}
