/** What would be made of a film, and how long it would take; nothing is published. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeVideo } from '#media/ffmpeg/encode/encode-video.ts'
import type { LadderPlan } from '#media/ladder/ladder.ts'
import { readAsset } from '#media/packager/asset/asset.ts'
import { chooseBitrates } from './choose-bitrates.ts'
import { examineSource, planCopying, type ExaminedSource } from './examine-source.ts'
import { encodeFirstFaster } from './fast-first-rendition.ts'
import { Refusal, type PackagingRefused } from '#media/packager/job/job.ts'

/** The result of encoding a few seconds of a rung on this machine, just now. */
export interface RungSample {
  readonly rendition: string
  readonly bitsPerSecond: number
  /** Seconds of encoding per second of film. */
  readonly workPerSecond: number
}

/** What would be made of a film. */
export interface FilmPlan {
  readonly kind: 'planned'
  /** Absent when the file does not say. */
  readonly durationMs?: number
  readonly plan: LadderPlan
  /** Of the encoded rungs, in the order in which they are made; a copy costs almost nothing. */
  readonly samples: readonly RungSample[]
}

interface PlanFilm {
  readonly ffmpegPath: string
  readonly ffprobePath: string
  readonly path: string
  readonly signal?: AbortSignal | undefined
}

const sampleSec = 4

/** A few seconds from the middle, encoded for each rung in turn. A failed rung is left out. */
async function takeSamples(
  film: PlanFilm,
  examined: ExaminedSource,
  plan: LadderPlan,
): Promise<RungSample[]> {
  const { probe, transfer } = examined
  const lengthSec = (probe.durationMs ?? 0) / 1000
  const beginSec = Math.max(0, lengthSec / 2 - sampleSec / 2)
  const { picture: video } = plan
  const dir = await mkdtemp(join(tmpdir(), 'film-plan-'))
  const samples: RungSample[] = []
  try {
    for (const rung of video.rungs) {
      if (rung.copied === true) continue
      const targetPath = join(dir, `${rung.rendition}.mp4`)
      const beganMs = performance.now()
      const sample = { beginSec, lengthSec: sampleSec }
      const work = { ...film, sourcePath: film.path, video, transfer, effort: 'good' as const }
      const outcome = await encodeVideo({ ...work, sample, outputs: [{ rung, targetPath }] })
      if (outcome.kind === 'failed' && outcome.reason === 'aborted')
        throw new Refusal('aborted', outcome.words)
      if (outcome.kind === 'failed' || outcome.outTimeMs <= 0) continue
      const { size } = await stat(targetPath)
      samples.push({
        rendition: rung.rendition,
        bitsPerSecond: (size * 8000) / outcome.outTimeMs,
        workPerSecond: (performance.now() - beganMs) / outcome.outTimeMs,
      })
    }
    return samples
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The plan of a file, with its reasons and the cost of samples; a refusal with a text when it is not a film. */
export async function planFilm(film: PlanFilm): Promise<FilmPlan | PackagingRefused> {
  try {
    const examined = await examineSource(film)
    const { durationMs } = examined.probe
    const { transfer } = examined
    const copying = await planCopying(film, examined)
    const work = { ...film, sourcePath: film.path, plan: copying, transfer, durationMs }
    const rated = await chooseBitrates(work, copying.picture.rungs)
    const plan = await encodeFirstFaster({ ...work, plan: rated })
    const samples = await takeSamples(film, examined, plan)
    return { kind: 'planned', ...(durationMs === undefined ? {} : { durationMs }), plan, samples }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', reason: error.reason, words: error.message, playable: false }
  }
}

/** What a file is. */
export interface ExaminedFilm {
  readonly kind: 'film'
  /** Undefined when the file does not say it. */
  readonly durationMs: number | undefined
}

/** Whether a file is a film by its content: its index is read, and nothing is encoded. */
export async function examineFilm(
  file: Pick<PlanFilm, 'ffprobePath' | 'path' | 'signal'>,
): Promise<ExaminedFilm | PackagingRefused> {
  try {
    const { probe } = await examineSource(file)
    return { kind: 'film', durationMs: probe.durationMs }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'refused', reason: error.reason, words: error.message, playable: false }
  }
}

/** The plan of an asset; undefined when there is no such asset or it was made before plans were stored. */
export async function readFilmPlan(storeDir: string, assetId: string): Promise<LadderPlan | undefined> {
  return /^[\w-]{1,64}$/.test(assetId) ? (await readAsset(join(storeDir, 'films', assetId)))?.plan : undefined
}
