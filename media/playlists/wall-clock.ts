/**
 * Times as playlists write them, `2026-11-20T10:00:00.000Z`. A playlist of four hours has 2400 of them, and Date takes
 * half of the total time: so the date is formatted once a day, the rest is arithmetic.
 */

const dayMs = 86_400_000
const earliestMs = 0
/** The year 9999, after which a date has more digits. */
const latestMs = 253_402_300_799_999

let lastDay = { day: Number.NaN, date: '' }
const pairs = Array.from({ length: 60 }, (_, count) => String(count).padStart(2, '0'))

/** The same as `new Date(ms).toISOString()`, with fractions of a millisecond cut off. */
export function wallClock(ms: number): string {
  const whole = Math.floor(ms)
  if (!(whole >= earliestMs && whole <= latestMs)) return new Date(ms).toISOString()
  const day = Math.floor(whole / dayMs)
  if (day !== lastDay.day) lastDay = { day, date: new Date(whole).toISOString().slice(0, 11) }
  const inDay = whole - day * dayMs
  const second = Math.floor(inDay / 1000)
  const minute = Math.floor(second / 60)
  const fraction = String(inDay % 1000).padStart(3, '0')
  return `${lastDay.date}${pairs[Math.floor(minute / 60)]}:${pairs[minute % 60]}:${pairs[second % 60]}.${fraction}Z`
}
