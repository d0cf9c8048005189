/** The period of a report in the address. Pure; days are `YYYY-MM-DD` in Tashkent. */
import { maxReportDays } from '#contract/console/reports.ts'
import { dayOf, startOfDay } from '#console/i18n/format.ts'

const daySec = 86_400

export interface Period {
  readonly from: string
  readonly to: string
}

export const spans = ['week', 'month', 'thisMonth', 'lastMonth', 'year'] as const
export type Span = (typeof spans)[number]

/** The day so many days later, or earlier. */
export function addDays(day: string, count: number): string {
  return dayOf((startOfDay(day) ?? 0) + count * daySec)
}

/** Whole days until yesterday, so that the period before is as long; `thisMonth` until today. */
export function periodOf(span: Span, nowSec: number): Period {
  const today = dayOf(nowSec)
  const yesterday = addDays(today, -1)
  const monthStart = `${today.slice(0, 7)}-01`
  switch (span) {
    case 'week':
      return { from: addDays(today, -7), to: yesterday }
    case 'month':
      return { from: addDays(today, -30), to: yesterday }
    case 'thisMonth':
      return { from: monthStart, to: today }
    case 'lastMonth': {
      const to = addDays(monthStart, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
    case 'year':
      return { from: addDays(today, -365), to: yesterday }
  }
}

/** The period in an address; the last 30 days when there is none that a report can have. */
export function readPeriod(query: URLSearchParams, nowSec: number): Period {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const [fromSec, toSec] = [startOfDay(from), startOfDay(to)]
  if (fromSec === undefined || toSec === undefined) return periodOf('month', nowSec)
  const days = (toSec - fromSec) / daySec + 1
  return days >= 1 && days <= maxReportDays ? { from, to } : periodOf('month', nowSec)
}

/** The span that a period is; undefined for another one. */
export function spanOf({ from, to }: Period, nowSec: number): Span | undefined {
  return spans.find((span) => {
    const one = periodOf(span, nowSec)
    return one.from === from && one.to === to
  })
}

/** `28.11.2026`. */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('.')
}

/** `28.11`, for an axis. */
export function shortDay(day: string): string {
  return shownDay(day).slice(0, 5)
}
