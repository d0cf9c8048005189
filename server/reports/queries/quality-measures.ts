/** The figures of how playing went. Pure. */
import { startBoundsMs, startWithin } from '#server/monitoring/monitoring.ts'
import { type Amount, percent } from './report.ts'

export interface Quality {
  readonly plays: number
  readonly abandoned: number
  readonly failures: number
  /** Milliseconds. */
  readonly played: number
  readonly stalls: number
  /** Milliseconds. */
  readonly stalled: number
  readonly starts: readonly number[]
}

export const qualityMeasures = {
  plays: (one: Quality) => one.plays,
  failed: (one: Quality) => percent(Math.min(one.failures, one.plays), one.plays),
  abandoned: (one: Quality) => percent(one.abandoned, one.plays),
  start_half: (one: Quality) => startMs(one, 0.5),
  start_most: (one: Quality) => startMs(one, 0.95),
  stalls_per_hour: (one: Quality) =>
    one.played < 60_000 ? null : Math.round((one.stalls * 360_000_000) / one.played) / 100,
  stalled: (one: Quality) => percent(one.stalled, one.played + one.stalled),
} as const

/** More than the last step of the histogram is shown as the step. */
function startMs({ starts }: Quality, share: number): Amount {
  const within = startWithin(starts, share)
  return within === undefined ? null : within === 'over' ? (startBoundsMs.at(-1) ?? null) : within
}
