/** Joins samples of a film into one reel, and measures encodings of it: bits, and VMAF against the reel. */
import { rm, stat } from 'node:fs/promises'
import { framesPerGroup } from '#media/ladder/frame-rate.ts'
import type { Coding, Trial } from '#media/ladder/coding.ts'
import type { PlannedVideo } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import { encoder, videoFilters } from './encode-video.ts'
import { fileInput } from '#media/ffmpeg/process/allowed-input.ts'
import { superviseFfmpeg, type RunFailed, type RunOutcome } from '#media/ffmpeg/process/supervise.ts'
import { tolerantInput } from './track-file.ts'

interface Tools {
  readonly ffmpegPath: string
  readonly signal?: AbortSignal | undefined
}

/** Writes samples, each `lengthSec` long, one after the other, losslessly, in the size of `rung`. */
export function makeReel(
  job: Tools & {
    readonly sourcePath: string
    readonly video: PlannedVideo
    readonly transfer: 'sdr' | 'pq' | 'hlg'
    readonly rung: Rung
    readonly beginsSec: readonly number[]
    readonly lengthSec: number
    readonly targetPath: string
  },
): Promise<RunOutcome> {
  const { video, beginsSec } = job
  const deinterlace = video.deinterlace ? 'bwdif=mode=send_frame:deint=interlaced,' : ''
  const chains = beginsSec.map(
    (_, position) => `[${position}:${video.streamIndex}]${deinterlace}${videoFilters(job)}[v${position}]`,
  )
  const joined = beginsSec.map((_, position) => `[v${position}]`).join('')
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...beginsSec.flatMap((sec) => [
        ...tolerantInput,
        '-ss',
        sec.toFixed(3),
        '-t',
        job.lengthSec.toFixed(3),
        ...fileInput(job.sourcePath),
      ]),
      '-filter_complex',
      [...chains, `${joined}concat=n=${beginsSec.length}:v=1:a=0[reel]`].join(';'),
      ...['-map', '[reel]', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-f', 'mp4', '-y'],
      `file:${job.targetPath}`,
    ],
    signal: job.signal,
  })
}

const asIs = { transfer: 'sdr' } as const

function encodeReel(
  job: Tools & { readonly reelPath: string; readonly rung: Rung },
  codings: readonly Coding[],
  paths: readonly string[],
): Promise<RunOutcome> {
  const group = String(framesPerGroup(job.rung.frameRate))
  const pads = codings.map((_, position) => `[v${position}]`).join('')
  return superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...fileInput(job.reelPath),
      '-filter_complex',
      `[0:v]${videoFilters({ ...asIs, rung: job.rung })},split=${codings.length}${pads}`,
      ...codings.flatMap((coding, position) => [
        ...['-map', `[v${position}]`, ...encoder(coding), '-g', group, '-keyint_min', group],
        ...['-f', 'mp4', '-y', `file:${paths[position] ?? ''}`],
      ]),
    ],
    signal: job.signal,
  })
}

/** Only every n-th frame is measured: neighbours are similar, and measuring costs as much as encoding. */
const each = 4

/** VMAF of each file against the reel, in order; a failure when one of them could not be measured. */
async function measureReel(
  job: Tools & { readonly reelPath: string; readonly rung: Rung },
  paths: readonly string[],
): Promise<number[] | RunFailed> {
  const pads = paths.map((_, position) => `[r${position}]`).join('')
  const beside = paths.map(
    (_, position) => `[${position + 1}:v][r${position}]libvmaf=n_threads=2:n_subsample=${each}`,
  )
  const outcome = await superviseFfmpeg({
    ffmpegPath: job.ffmpegPath,
    args: [
      ...[job.reelPath, ...paths].flatMap((path) => fileInput(path)),
      '-filter_complex',
      [`[0:v]${videoFilters({ ...asIs, rung: job.rung })},split=${paths.length}${pads}`, ...beside].join(';'),
      ...['-f', 'null', '-'],
    ],
    logLevel: 'info',
    signal: job.signal,
  })
  if (outcome.kind === 'failed') return outcome
  // Each filter logs with its number in the graph, which increases with the files.
  const scored = outcome.lastLines.flatMap((line) => {
    const [, number, score] = /Parsed_libvmaf_(\d+) .*VMAF score: ([\d.]+)/.exec(line) ?? []
    return number === undefined ? [] : [{ number: Number(number), score: Number(score) }]
  })
  const scores = scored.toSorted((one, other) => one.number - other.number).map(({ score }) => score)
  return scores.length === paths.length
    ? scores
    : { kind: 'failed', reason: 'failed', words: 'the pictures could not be compared' }
}

/** The results of a reel of `reelSec` with each of the codings, in order. */
export async function tryCodings(
  job: Tools & { readonly reelPath: string; readonly reelSec: number; readonly rung: Rung },
  codings: readonly Coding[],
): Promise<Trial[] | RunFailed> {
  const paths = codings.map((_, position) => `${job.reelPath}.${position}.mp4`)
  try {
    const encoded = await encodeReel(job, codings, paths)
    if (encoded.kind === 'failed') return encoded
    const scores = await measureReel(job, paths)
    if ('kind' in scores) return scores
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    return scores.map((vmaf, position) => ({
      vmaf,
      bitsPerSecond: ((sizes[position] ?? 0) * 8) / job.reelSec,
    }))
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}
