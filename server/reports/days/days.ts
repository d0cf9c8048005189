/** Days in Tashkent as `YYYY-MM-DD`. The offset has not changed since 1991 and has no summer time. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

/** `2026-11-28`. */
export type Day = string

export const dayMs = 86_400_000

/** The day in Tashkent of a moment in unix milliseconds. */
export function dayOf(ms: number): Day {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 10)
}

/** When a day begins, unix milliseconds. */
export function beginOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) - tashkentOffsetMs
}

/** The day so many days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** How many days from one to the other; 0 for the same. */
export function daysFrom(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** Both ends are included; nothing when `to` is before `from`. */
export function daysBetween(from: Day, to: Day): readonly Day[] {
  return Array.from({ length: Math.max(0, daysFrom(from, to) + 1) }, (_, at) => addDays(from, at))
}

/** The first day of the month of a day. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** The first day of the month so many months later, or earlier. */
export function addMonths(month: Day, count: number): Day {
  const at = new Date(`${month}T00:00:00Z`)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1)).toISOString().slice(0, 10)
}

/** The Monday of the week of a day. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}
