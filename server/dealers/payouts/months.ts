/** Months and days in Tashkent, as `2026-11` and `2026-11-28`; pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

const dayMs = 86_400_000

/** The day of a moment, unix milliseconds. */
export function dayOf(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 10)
}

/** The last day of a month. */
export function endOfMonth(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth, 1) - dayMs).toISOString().slice(0, 10)
}

/** The beginning of a month and of the next, unix milliseconds. */
export function boundsOfMonth(month: string): { readonly fromMs: number; readonly untilMs: number } {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  return {
    fromMs: Date.UTC(year, nth - 1, 1) - tashkentOffsetMs,
    untilMs: Date.UTC(year, nth, 1) - tashkentOffsetMs,
  }
}
