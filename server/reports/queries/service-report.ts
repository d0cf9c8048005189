/** Reports on promotions, on how playing goes by device, and on the load of support. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { startBoundsMs } from '#server/monitoring/monitoring.ts'
import { type Day, addDays, beginOf } from '#server/reports/days/days.ts'
import { networkTables } from './network-report.ts'
import { type Quality, qualityMeasures } from './quality-measures.ts'
import {
  type Period,
  type Report,
  type ReportRequest,
  type RowName,
  figuresOf,
  linesOf,
  maxRows,
  percent,
  sums,
  tableOf,
} from './report.ts'

interface Promotion {
  readonly key: string
  readonly name: RowName
  readonly uses: number
  readonly payers: number
  readonly paid: number
  readonly gifts: number
}

/** What every promotion brought until now, and how often one was used in the period. */
export async function promotionsReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [promotions, now, then] = await Promise.all([
    listPromotions(db),
    usesOf(db, period),
    usesOf(db, before),
  ])
  return {
    figures: figuresOf(now, then, { uses: (uses) => uses }),
    ...{ days: [], lines: [] },
    tables: [
      tableOf('promotions', promotions, {
        uses: (row) => row.uses,
        payers: (row) => row.payers,
        payer_share: (row) => percent(row.payers, row.uses),
        paid_after: (row) => sums(row.paid),
        gifts: (row) => sums(row.gifts),
      }),
    ],
  }
}

async function listPromotions(db: Db): Promise<readonly Promotion[]> {
  const { rows } = await sql<Omit<Promotion, 'name'> & RowName>`
    select promotion_id::text as key, uses, payers, paid_tiyin as paid,
      report_promotion.gift_tiyin as gifts,
      concat_ws(' · ', code, name_ru) as ru, concat_ws(' · ', code, name_uz) as uz, '' as en
    from report_promotion join promotion using (promotion_id)
    order by uses desc, promotion_id limit ${maxRows}`.execute(db)
  return rows.map(({ ru, uz, ...row }) => ({ ...row, name: { ru, uz, en: ru } }))
}

async function usesOf(db: Db, { from, to }: Period): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    select count(*)::integer as uses from promotion_use
    where used_at >= ${new Date(beginOf(from))} and used_at < ${new Date(beginOf(addDays(to, 1)))}
      and not exists (select from account where account.account_id = promotion_use.account_id and is_test)`.execute(
    db,
  )
  return rows[0]?.uses ?? 0
}

/** How playing went, by device and kind, and by network and city. */
export async function qualityReport({ db, period, before }: ReportRequest): Promise<Report> {
  const by = (of: Period, key: ReturnType<typeof sql>) => qualityBy(db, of, key)
  const nothing = sql`''`
  const [now, then, days, devices, networks] = await Promise.all([
    by(period, nothing),
    by(before, nothing),
    by(period, sql`to_char(day, 'YYYY-MM-DD')`),
    by(period, sql`device || ':' || kind`),
    networkTables(db, period),
  ])
  const none: Quality = { plays: 0, abandoned: 0, failures: 0, played: 0, stalls: 0, stalled: 0, starts: [] }
  return {
    figures: figuresOf<Quality>(now[0] ?? none, then[0] ?? none, qualityMeasures),
    ...linesOf(
      period,
      days.map((row) => ({ ...row, day: row.key })),
      { failed: qualityMeasures.failed, stalled: qualityMeasures.stalled, plays: qualityMeasures.plays },
    ),
    tables: [
      tableOf(
        'quality',
        devices.map((row) => ({ ...row, name: { ru: row.key, uz: row.key, en: row.key } })),
        qualityMeasures,
      ),
      ...networks,
    ],
  }
}

async function qualityBy(
  db: Db,
  { from, to }: Period,
  key: ReturnType<typeof sql>,
): Promise<readonly (Quality & { readonly key: string })[]> {
  const starts = [...startBoundsMs, 'over'].map((_, step) => sql`sum(starts[${sql.lit(step + 1)}])::float8`)
  const { rows } = await sql<Quality & { readonly key: string }>`
    select ${key} as key, sum(plays)::float8 as plays, sum(abandoned)::float8 as abandoned,
      sum(failures)::float8 as failures, sum(played_ms)::float8 as played, sum(stalls)::float8 as stalls,
      sum(stalled_ms)::float8 as stalled, array[${sql.join(starts)}] as starts
    from report_quality_day where day between ${from} and ${to}
    group by 1 order by sum(plays) desc`.execute(db)
  return rows
}

interface Load {
  readonly complaints: number
  readonly closed: number
  readonly acts: number
}
type LoadRow = Load & { readonly key: string; readonly name: RowName }

/** Complaints by what they are about, and what the staff did for subscribers. */
export async function supportReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [now, then, problems, staff] = await Promise.all([
    loadOfDays(db, period),
    loadOfDays(db, before),
    loadBy(db, period, 'problem'),
    loadBy(db, period, 'staff'),
  ])
  const sum = (days: readonly Load[], key: keyof Load) => days.reduce((total, one) => total + one[key], 0)
  return {
    figures: figuresOf(now, then, {
      complaints: (days) => sum(days, 'complaints'),
      closed: (days) => sum(days, 'closed'),
      acts: (days) => sum(days, 'acts'),
    }),
    ...linesOf(period, now, {
      complaints: (day) => day.complaints,
      closed: (day) => day.closed,
      acts: (day) => day.acts,
    }),
    tables: [
      tableOf('problems', problems, { complaints: (row) => row.complaints, closed: (row) => row.closed }),
      tableOf('staff', staff, { acts: (row) => row.acts }),
    ],
  }
}

const load = sql`
  coalesce(sum(amount) filter (where kind = 'opened'), 0)::integer as complaints,
  coalesce(sum(amount) filter (where kind = 'closed'), 0)::integer as closed,
  coalesce(sum(amount) filter (where kind = 'act'), 0)::integer as acts`

async function loadOfDays(db: Db, { from, to }: Period): Promise<readonly (Load & { readonly day: Day })[]> {
  const { rows } = await sql<Load & { readonly day: Day }>`
    select to_char(report_day.day, 'YYYY-MM-DD') as day, ${load}
    from report_day left join report_support_day using (day)
    where report_day.day between ${from} and ${to} and whole_at is not null group by 1 order by 1`.execute(db)
  return rows
}

const loadNames = {
  problem: sql`select name_ru as ru, name_uz as uz from problem where kind <> 'act' and problem_id = report_support_day.subject`,
  staff: sql`select name as ru, name as uz from staff where kind = 'act' and staff_id = report_support_day.subject`,
} as const

async function loadBy(db: Db, { from, to }: Period, by: 'problem' | 'staff'): Promise<readonly LoadRow[]> {
  const { rows } = await sql<Omit<LoadRow, 'name'> & RowName>`
    select subject::text as key, ${load}, coalesce(max(ru), '№ ' || subject) as ru, coalesce(max(uz), '№ ' || subject) as uz
    from report_support_day left join lateral (${loadNames[by]}) as named on true
    where day between ${from} and ${to} and (kind = 'act') = ${by === 'staff'}
    group by subject order by sum(amount) desc, subject limit ${maxRows}`.execute(db)
  return rows.map(({ ru, uz, ...row }) => ({ ...row, name: { ru, uz, en: ru } }))
}
