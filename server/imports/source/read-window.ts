import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'

/** When a title may be watched, unix milliseconds (null: no start or no end), or the error of its values. */
export type NfoWindow =
  | { readonly fromMs: number | null; readonly untilMs: number | null }
  | { readonly wrong: string }

/**
 * Parses `<availablefrom>` and `<availableuntil>`: a day in Tashkent (`2026-12-31`; the last one is included), or a
 * moment with its zone (`2026-12-31T18:00+05:00`). Empty is no bound.
 */
export function readWindow(from: string, until: string): NfoWindow {
  const [fromMs, untilMs] = [momentOf(from, 0), momentOf(until, dayMs)]
  if (fromMs === undefined) return { wrong: wrongMoment('availablefrom', from) }
  if (untilMs === undefined) return { wrong: wrongMoment('availableuntil', until) }
  if (fromMs !== null && untilMs !== null && fromMs >= untilMs)
    return { wrong: `availableuntil ${until} is not after availablefrom ${from}` }
  return { fromMs, untilMs }
}

const dayMs = 86_400_000
/** Tashkent uses UTC+5 all year. */
const dayZone = 'T00:00:00+05:00'

/** Null for an empty text, undefined for an invalid one. */
function momentOf(text: string, wholeDayMs: number): number | null | undefined {
  if (text === '') return null
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const day = text.slice(0, 10)
  const ms = Date.parse(isDay ? day + dayZone : text)
  if (Number.isNaN(ms) || !isCalendarDay(day)) return undefined
  return isDay ? ms + wholeDayMs : ms
}

function wrongMoment(name: string, text: string) {
  return `${name} "${text.slice(0, 40)}" is neither a day like 2026-12-31 nor a moment like 2026-12-31T18:00+05:00`
}
