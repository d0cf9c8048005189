/** A report by its name. */
import { sql } from 'kysely'
import type { ReportName } from '#contract/console/report-measures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { dayOf, daysFrom } from '#server/reports/days/days.ts'
import { funnelReport } from './funnel-report.ts'
import { type Period, type Report, type ReportRequest, periodBefore } from './report.ts'
import { revenueReport } from './revenue-report.ts'
import { rightsReport } from './rights-report.ts'
import { promotionsReport, qualityReport, supportReport } from './service-report.ts'
import { cohortsReport, subscribersReport } from './subscribers-report.ts'
import { channelsReport, titlesReport } from './watching-report.ts'

const reports: Readonly<Record<ReportName, (request: ReportRequest) => Promise<Report>>> = {
  subscribers: subscribersReport,
  revenue: revenueReport,
  funnel: funnelReport,
  cohorts: cohortsReport,
  channels: channelsReport,
  titles: titlesReport,
  rights: rightsReport,
  promotions: promotionsReport,
  quality: qualityReport,
  support: supportReport,
}

/** Of these today has sums of each hour; of the others those of the last night. */
const hourly: readonly ReportName[] = ['revenue', 'funnel', 'channels', 'titles', 'rights']

export interface ShownReport extends Report {
  readonly period: Period
  readonly before: Period
  /** When the oldest of its days was computed; unix milliseconds, 0 for never. */
  readonly computedMs: number
  /** Days of the period until now without sums, though there are sums of a day before them. */
  readonly missingDays: number
}

/** Reads sums of days only; `period.to` is not before `period.from`. */
export async function showReport(
  db: Db,
  name: ReportName,
  { period, nowMs }: { readonly period: Period; readonly nowMs: number },
): Promise<ShownReport> {
  const before = periodBefore(period)
  const { from, to } = period
  const moment = sql.ref(hourly.includes(name) ? 'computed_at' : 'whole_at')
  const [report, { rows }] = await Promise.all([
    reports[name]({ db, period, before }),
    sql<{ computed: Date | null; days: number; first: string | null }>`
      select min(${moment}) filter (where day between ${from} and ${to}) as computed,
        count(${moment}) filter (where day between ${from} and ${to})::integer as days,
        to_char(min(day), 'YYYY-MM-DD') as first
      from report_day`.execute(db),
  ])
  const { computed = null, days = 0, first = null } = rows[0] ?? {}
  const [today, begin] = [dayOf(nowMs), first === null || first < from ? from : first]
  const due = first === null ? 0 : daysFrom(begin, to < today ? to : today) + 1
  return {
    ...{ ...report, period, before },
    computedMs: computed?.getTime() ?? 0,
    missingDays: Math.max(0, due - days),
  }
}
