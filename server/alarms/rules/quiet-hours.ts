/** Quiet hours of a rule, in Tashkent. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

export interface QuietHours {
  /** Minutes of the day; null without quiet hours. The end may be before the beginning: over midnight. */
  readonly quietFrom: number | null
  readonly quietUntil: number | null
}

export function isQuiet({ quietFrom: from, quietUntil: until }: QuietHours, atMs: number): boolean {
  if (from === null || until === null || from === until) return false
  const minute = Math.floor((atMs + tashkentOffsetMs) / 60_000) % 1440
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}
