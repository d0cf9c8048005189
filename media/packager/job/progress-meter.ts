/** Combines the progress of the stages into one number from 0 to 1 that never decreases. */
import type { LadderPlan } from '#media/ladder/ladder.ts'
import type { Rung } from '#media/ladder/rungs.ts'
import type { PackageJob, PackagingProgress } from './job.ts'

/** Reports at most about two hundred times a job, and at every change of stage. */
const step = 0.005

export interface ProgressMeter {
  /** `done` is the finished part of this stage, 0 to 1; over all renditions that are encoded together. */
  report(stage: PackagingProgress['stage'], done: number, ...renditions: string[]): void
  /** The asset can be played from now on. */
  becamePlayable(): void
  /** Called when plan and duration are known: each stage's share of the work, estimated by its pixels. */
  weigh(plan: LadderPlan, durationMs: number | undefined): void
}

export function createProgressMeter(job: PackageJob, playableBefore: boolean): ProgressMeter {
  let playable = playableBefore
  let fraction = 0
  let shown = -1
  let shownKey = ''
  let length: Pick<PackagingProgress, 'durationMs'> = {}
  const shares = new Map<string, { start: number; size: number }>([['probe', { start: 0, size: 0 }]])
  const emit = (stage: PackagingProgress['stage'], rendition?: string): void => {
    const key = `${stage} ${rendition ?? ''} ${playable}`
    if (key === shownKey && fraction - shown < step) return
    shownKey = key
    shown = fraction
    job.onProgress?.({
      assetId: job.assetId,
      stage,
      ...(rendition === undefined ? {} : { rendition }),
      fraction,
      playable,
      ...length,
    })
  }
  let lastStage: PackagingProgress['stage'] = 'probe'
  return {
    weigh: (plan, durationMs) => {
      if (durationMs !== undefined) length = { durationMs }
      const [first, ...higher] = plan.picture.rungs
      // Decoding costs the same for each rendition; the constant represents it.
      const weightOf = ({ width, height, copied }: Rung): number =>
        copied === true ? 20_000 : width * height + 200_000
      const weights: [string, number][] = [
        [first.rendition, weightOf(first)],
        ['sound', 60_000 * plan.audio.length],
        ['subtitles', 10_000],
        ['thumbnails', 30_000],
        ...higher.map((rung): [string, number] => [rung.rendition, weightOf(rung)]),
      ]
      const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
      let start = 0
      for (const [name, weight] of weights) {
        shares.set(name, { start: start / total, size: weight / total })
        start += weight
      }
      shares.set('done', { start: 1, size: 0 })
    },
    report: (stage, done, ...renditions) => {
      const parts = (renditions.length === 0 ? [stage] : renditions).flatMap((name) => shares.get(name) ?? [])
      if (parts.length > 0) {
        const start = Math.min(...parts.map((part) => part.start))
        const size = parts.reduce((sum, part) => sum + part.size, 0)
        fraction = Math.max(fraction, start + size * Math.min(1, Math.max(0, done)))
      }
      lastStage = stage
      emit(stage, renditions.length === 0 ? undefined : renditions.join('+'))
    },
    becamePlayable: () => {
      playable = true
      emit(lastStage)
    },
  }
}
