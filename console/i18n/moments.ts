/** Moments as a field of date and time has them, in Tashkent's time. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

/** Unix seconds as `2026-11-20T14:00`; '' for null. */
export function localMoment(sec: number | null): string {
  return sec === null ? '' : new Date(sec * 1000 + tashkentOffsetMs).toISOString().slice(0, 16)
}

/** The opposite; null for an empty or half filled field. */
export function secOfMoment(text: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(`${text.slice(0, 16)}:00Z`) : Number.NaN
  return Number.isNaN(ms) ? null : (ms - tashkentOffsetMs) / 1000
}
