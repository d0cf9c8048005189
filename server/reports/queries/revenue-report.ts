import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type Day, daysFrom } from '#server/reports/days/days.ts'
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

/** Whole tiyin. */
interface Money {
  readonly charged: number
  readonly reversed: number
  readonly paid_in: number
  readonly paid_back: number
  readonly payments: number
}

/** What was charged, what was taken back of it, and what came in by which way. */
export async function revenueReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [now, then, tariffs, sources, dealers, activeNow, activeThen] = await Promise.all([
    ofDays(db, period),
    ofDays(db, before),
    ofTariffs(db, period),
    ofSources(db, period),
    ofDealers(db, period),
    averageActive(db, period),
    averageActive(db, before),
  ])
  const revenue = (money: Money) => sums(money.charged - money.reversed)
  const all = summed(now)
  return {
    figures: figuresOf(
      { ...all, active: activeNow, days: daysFrom(period.from, period.to) + 1 },
      { ...summed(then), active: activeThen, days: daysFrom(before.from, before.to) + 1 },
      {
        revenue,
        charged: (one) => sums(one.charged),
        reversed: (one) => sums(one.reversed),
        arpu: (one) =>
          one.active === 0 ? null : Math.round(((revenue(one) / one.active) * 30 * 100) / one.days) / 100,
        paid_in: (one) => sums(one.paid_in),
        paid_back: (one) => sums(one.paid_back),
        payments: (one) => one.payments,
      },
    ),
    ...linesOf(period, now, {
      revenue,
      charged: (day) => sums(day.charged),
      reversed: (day) => sums(day.reversed),
      paid_in: (day) => sums(day.paid_in),
      paid_back: (day) => sums(day.paid_back),
    }),
    tables: [
      tableOf('tariffs', tariffs, {
        revenue,
        share: (row) => percent(row.charged - row.reversed, all.charged - all.reversed),
        charged: (row) => sums(row.charged),
        reversed: (row) => sums(row.reversed),
      }),
      tableOf('sources', sources, {
        paid_in: (row) => sums(row.paid_in),
        share: (row) => percent(row.paid_in, all.paid_in),
        payments: (row) => row.payments,
        paid_back: (row) => sums(row.paid_back),
      }),
      tableOf('dealers', dealers, {
        revenue,
        share: (row) => percent(row.charged - row.reversed, all.charged - all.reversed),
        paid_in: (row) => sums(row.paid_in),
        payments: (row) => row.payments,
        paid_back: (row) => sums(row.paid_back),
      }),
    ],
  }
}

function summed(days: readonly Money[]): Money {
  const sum = (key: keyof Money) => days.reduce((total, one) => total + one[key], 0)
  return {
    ...{ charged: sum('charged'), reversed: sum('reversed'), payments: sum('payments') },
    ...{ paid_in: sum('paid_in'), paid_back: sum('paid_back') },
  }
}

/** Money that subscribers paid: here, or to an operator's own billing, which credited it. */
const fromOutside = sql`against in ('payments', 'external', 'dealers')`
/** The way of a payment; all of outside billing is one. */
const way = sql`case when against = 'external' then 'external' else source end`

/** Amounts are as in the ledger: what is charged is taken from a balance. */
const money = sql`
  coalesce(-sum(amount_tiyin) filter (where against = 'revenue' and amount_tiyin < 0), 0)::bigint as charged,
  coalesce(sum(amount_tiyin) filter (where against = 'revenue' and amount_tiyin > 0), 0)::bigint as reversed,
  coalesce(sum(amount_tiyin) filter (where ${fromOutside} and amount_tiyin > 0), 0)::bigint as paid_in,
  coalesce(-sum(amount_tiyin) filter (where ${fromOutside} and amount_tiyin < 0), 0)::bigint as paid_back,
  coalesce(sum(entries) filter (where ${fromOutside} and kind = 'top_up'), 0)::integer as payments`

async function ofDays(db: Db, { from, to }: Period): Promise<readonly (Money & { readonly day: Day })[]> {
  const { rows } = await sql<Money & { readonly day: Day }>`
    select to_char(report_day.day, 'YYYY-MM-DD') as day, ${money}
    from report_day left join report_money_day using (day)
    where day between ${from} and ${to} group by day order by day`.execute(db)
  return rows
}

type Row = Money & { readonly key: string; readonly name: RowName }

async function ofTariffs(db: Db, { from, to }: Period): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select tariff_id::text as key, ${money},
      json_build_object('ru', coalesce(max(name_ru), '—'), 'uz', coalesce(max(name_uz), '—'),
        'en', coalesce(max(name_en), '—')) as name
    from report_money_day left join tariff using (tariff_id)
    where day between ${from} and ${to} and against = 'revenue'
    group by tariff_id order by sum(amount_tiyin), tariff_id`.execute(db)
  return rows
}

async function ofSources(db: Db, { from, to }: Period): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select key, ${money}, json_build_object('ru', key, 'uz', key, 'en', key) as name
    from (select *, ${way} as key from report_money_day where day between ${from} and ${to} and ${fromOutside}) as paid
    group by key order by sum(amount_tiyin) desc, key`.execute(db)
  return rows
}

/** By the dealer to whom the subscriber belonged when the day was computed; those of nobody are in no row. */
async function ofDealers(db: Db, { from, to }: Period): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select dealer_id::text as key, sum(charged_tiyin)::bigint as charged, sum(reversed_tiyin)::bigint as reversed,
      sum(paid_in_tiyin)::bigint as paid_in, sum(paid_back_tiyin)::bigint as paid_back,
      sum(payments)::integer as payments,
      json_build_object('ru', max(name), 'uz', max(name), 'en', max(name)) as name
    from report_dealer_day join dealer using (dealer_id)
    where day between ${from} and ${to}
    group by dealer_id order by sum(charged_tiyin - reversed_tiyin) desc, dealer_id limit ${maxRows}`.execute(
    db,
  )
  return rows
}

/** Of a period: active subscribers at the ends of its days. */
async function averageActive(db: Db, { from, to }: Period): Promise<number> {
  const { rows } = await sql<{ average: number }>`
    select coalesce(avg(active), 0)::float8 as average from (
      select sum(active) as active from report_subscribers_day where day between ${from} and ${to} group by day
    ) as of_day`.execute(db)
  return rows[0]?.average ?? 0
}

/** What was charged in a period and not taken back; whole tiyin. */
export async function revenueOf(db: Db, { from, to }: Period): Promise<number> {
  const { rows } = await sql<{ revenue: number }>`
    select coalesce(-sum(amount_tiyin), 0)::bigint as revenue from report_money_day
    where day between ${from} and ${to} and against = 'revenue'`.execute(db)
  return rows[0]?.revenue ?? 0
}
