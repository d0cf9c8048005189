/** What a report consists of. Pure. */
import type { Measure, ReportTable } from '#contract/console/report-measures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Day, addDays, addMonths, daysBetween, daysFrom, monthOf } from '#server/reports/days/days.ts'

/** Both days are included. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

export type Amount = number | null

/** A name in the languages it has; the others are those of Russian. */
export interface RowName {
  readonly ru: string
  readonly uz: string
  readonly en: string
}

export interface Table {
  readonly table: ReportTable
  /** `note` stands after the measure's name. */
  readonly columns: readonly { readonly measure: Measure; readonly note: string }[]
  readonly rows: readonly {
    readonly key: string
    readonly name: RowName
    readonly cells: readonly Amount[]
  }[]
}

/** Money is in soʻm, time in hours or milliseconds, shares in percent. Null: cannot be said. */
export interface Report {
  readonly figures: readonly { readonly measure: Measure; readonly value: Amount; readonly before: Amount }[]
  readonly days: readonly Day[]
  /** A value for each of `days`. */
  readonly lines: readonly { readonly measure: Measure; readonly values: readonly Amount[] }[]
  readonly tables: readonly Table[]
}

export interface ReportRequest {
  readonly db: Db
  readonly period: Period
  readonly before: Period
}

/** The longest table; the rest is nothing that anybody reads. */
export const maxRows = 2000

/** The period of the same length before: of whole months as many months. */
export function periodBefore({ from, to }: Period): Period {
  const next = addDays(to, 1)
  if (from === monthOf(from) && next === monthOf(next)) {
    const [one, other] = [from, next].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
    return { from: addMonths(from, (one ?? 0) - (other ?? 0)), to: addDays(from, -1) }
  }
  return { from: addDays(from, -daysFrom(from, to) - 1), to: addDays(from, -1) }
}

/** The first days of its months, when it consists of whole ones; else nothing. */
export function wholeMonths({ from, to }: Period): readonly Day[] {
  const end = addDays(to, 1)
  if (from !== monthOf(from) || end !== monthOf(end)) return []
  const months: Day[] = []
  for (let month = from; month < end; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Rows by day as lines; a day without a row is null. */
export function linesOf<Row extends { readonly day: Day }>(
  period: Period,
  rows: readonly Row[],
  measures: Readonly<Partial<Record<Measure, (row: Row) => Amount>>>,
): Pick<Report, 'days' | 'lines'> {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = daysBetween(period.from, period.to)
  const lines = Object.entries(measures).map(([measure, valueOf]) => ({
    measure: measure as Measure,
    values: days.map((day) => {
      const row = byDay.get(day)
      return row === undefined ? null : valueOf(row)
    }),
  }))
  return { days, lines }
}

/** Figures of a period beside those of the one before. */
export function figuresOf<Sums>(
  now: Sums,
  before: Sums,
  measures: Readonly<Partial<Record<Measure, (sums: Sums) => Amount>>>,
): Report['figures'] {
  return Object.entries(measures).map(([measure, valueOf]) => ({
    measure: measure as Measure,
    value: valueOf(now),
    before: valueOf(before),
  }))
}

/** A table of which every column is a measure of its rows. */
export function tableOf<Row extends { readonly key: string; readonly name: RowName }>(
  table: ReportTable,
  rows: readonly Row[],
  measures: Readonly<Partial<Record<Measure, (row: Row) => Amount>>>,
): Table {
  return {
    table,
    columns: Object.keys(measures).map((measure) => ({ measure: measure as Measure, note: '' })),
    rows: rows.map((row) => ({
      key: row.key,
      name: row.name,
      cells: Object.values(measures).map((valueOf) => valueOf(row)),
    })),
  }
}

/** `part` of `all` in percent, with two decimals; null of nothing. */
export function percent(part: number, all: number): Amount {
  return all === 0 ? null : Math.round((part / all) * 10_000) / 100
}

/** Tiyin as soʻm. */
export function sums(tiyin: number): number {
  return Math.round(tiyin) / 100
}

/** Seconds as hours, with two decimals. */
export function hours(seconds: number): number {
  return Math.round(seconds / 36) / 100
}
