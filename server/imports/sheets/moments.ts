/** Moments in cells: Tashkent's time, as texts and as the day numbers of spreadsheets. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'

const dayMs = 86_400_000
/** Day 0 of spreadsheets, with the leap day of 1900 that never was. */
const epochMs = Date.UTC(1899, 11, 30)
/** Day 0 of old Macintosh files. */
const epoch1904Ms = Date.UTC(1904, 0, 1)

/** `2026-11-27 18:00:00`, or without the seconds where there are none. */
export function localMoment(ms: number): string {
  return wallClock(ms + tashkentOffsetMs)
}

/** The day number of a moment, with its time as a fraction. */
export function serialOf(ms: number): number {
  return (ms + tashkentOffsetMs - epochMs) / dayMs
}

/** What a clock on the wall shows at a day number; undefined for one that is no date of ours. */
export function momentOfSerial(serial: number, is1904 = false): string | undefined {
  if (!Number.isFinite(serial) || serial < 1 || serial > 150_000) return undefined
  // Day numbers are binary fractions: the nearest second is the one that was written.
  const ms = Math.round((serial * dayMs) / 1000) * 1000
  return wallClock((is1904 ? epoch1904Ms : epochMs) + ms)
}

function wallClock(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ').replace(/:00$/, '')
}

/**
 * Reads a moment as people and spreadsheets write it: `2026-11-27 18:00`, `27.11.2026 18:00`, `27.11.2026`, with a zone
 * too, or a day number. Tashkent's time without a zone. Unix milliseconds; undefined for anything else.
 */
export function readMoment(text: string): number | undefined {
  if (/^\d{5,6}(?:[.,]\d+)?$/.test(text)) {
    const wall = momentOfSerial(Number(text.replace(',', '.')))
    return wall === undefined ? undefined : readMoment(wall)
  }
  const [, iso, day, month, year, time = '00:00', zone = '+05:00'] =
    /^(?:(\d{4}-\d\d-\d\d)|(\d{1,2})\.(\d{1,2})\.(\d{4}))(?:[T ]+(\d{1,2}:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:\d\d)?)?$/.exec(
      text,
    ) ?? []
  if (iso === undefined && year === undefined) return undefined
  const date = iso ?? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const ms = Date.parse(`${date}T${time.padStart(time.length > 5 ? 8 : 5, '0')}${zone}`)
  // A day that no month has becomes one of the next month.
  const isDay = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(ms) || Number.isNaN(isDay.getTime()) || isDay.toISOString().slice(0, 10) !== date
    ? undefined
    : ms
}
