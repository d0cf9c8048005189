import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Day } from '#server/reports/days/days.ts'
import {
  type Period,
  type Report,
  type ReportRequest,
  type RowName,
  figuresOf,
  linesOf,
  percent,
  tableOf,
} from './report.ts'

interface States {
  readonly active: number
  readonly trial: number
  readonly suspended: number
  readonly joined: number
  readonly returned: number
  readonly stopped: number
  readonly lost: number
}
type OfDay = States & { readonly day: Day }
type OfTariff = States & { readonly key: string; readonly name: RowName }

const states = ['active', 'trial', 'suspended'] as const
const flows = ['joined', 'returned', 'stopped', 'lost'] as const
const noStates: States = { active: 0, trial: 0, suspended: 0, joined: 0, returned: 0, stopped: 0, lost: 0 }

/** Who is there at the end of the period, and who came and went during it. */
export async function subscribersReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [now, then, tariffs] = await Promise.all([
    ofDays(db, period),
    ofDays(db, before),
    ofTariffs(db, period),
  ])
  const beginOf = (days: readonly OfDay[]) => days.at(0)
  const totals = (days: readonly OfDay[], start: OfDay | undefined) => ({
    ...summed(days),
    startCount:
      start === undefined ? 0 : start.active + start.trial - start.joined - start.returned + start.stopped,
  })
  return {
    figures: figuresOf(totals(now, beginOf(now)), totals(then, beginOf(then)), {
      active: (all) => all.active,
      trial: (all) => all.trial,
      suspended: (all) => all.suspended,
      joined: (all) => all.joined,
      returned: (all) => all.returned,
      stopped: (all) => all.stopped,
      lost: (all) => all.lost,
      churn: (all) => percent(all.stopped, all.startCount),
    }),
    ...linesOf(period, now, {
      active: (day) => day.active,
      trial: (day) => day.trial,
      suspended: (day) => day.suspended,
      joined: (day) => day.joined,
      returned: (day) => day.returned,
      stopped: (day) => day.stopped,
      lost: (day) => day.lost,
    }),
    tables: [
      tableOf<OfTariff>('tariffs', tariffs, {
        active: (row) => row.active,
        trial: (row) => row.trial,
        suspended: (row) => row.suspended,
        joined: (row) => row.joined,
        returned: (row) => row.returned,
        stopped: (row) => row.stopped,
        lost: (row) => row.lost,
      }),
    ],
  }
}

/** States of the last day, and what happened on all of them. */
function summed(days: readonly OfDay[]): States {
  const last = days.at(-1) ?? noStates
  const sums = Object.fromEntries(flows.map((flow) => [flow, days.reduce((sum, one) => sum + one[flow], 0)]))
  return { ...noStates, ...Object.fromEntries(states.map((state) => [state, last[state]])), ...sums }
}

async function ofDays(db: Db, { from, to }: Period): Promise<readonly OfDay[]> {
  const { rows } = await sql<OfDay>`
    select to_char(day, 'YYYY-MM-DD') as day,
      ${sql.join([...states, ...flows].map((one) => sql`sum(${sql.ref(one)})::integer as ${sql.ref(one)}`))}
    from report_subscribers_day where day between ${from} and ${to} group by day order by day`.execute(db)
  return rows
}

async function ofTariffs(db: Db, { from, to }: Period): Promise<readonly OfTariff[]> {
  const { rows } = await sql<OfTariff>`
    with last as (select max(day) as day from report_subscribers_day where day between ${from} and ${to}),
    summed as (
      select tariff_id,
        ${sql.join(
          states.map(
            (one) =>
              sql`coalesce(sum(${sql.ref(one)}) filter (where day = (select day from last)), 0)::integer as ${sql.ref(one)}`,
          ),
        )},
        ${sql.join(flows.map((one) => sql`sum(${sql.ref(one)})::integer as ${sql.ref(one)}`))}
      from report_subscribers_day where day between ${from} and ${to} group by tariff_id
    )
    select summed.*, tariff_id::text as key,
      json_build_object('ru', name_ru, 'uz', name_uz, 'en', name_en) as name
    from summed join tariff using (tariff_id)
    where active + trial + suspended + joined + returned + stopped + lost > 0
    order by active + trial desc, tariff_id`.execute(db)
  return rows
}

interface Cohort {
  readonly key: string
  readonly size: number
  readonly active: readonly (number | null)[]
}

const shownMonths = 12

/** Of those who joined in each month, how many were still there so many months later. */
export async function cohortsReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [now, then] = await Promise.all([cohorts(db, period), cohorts(db, before)])
  const size = (all: readonly Cohort[]) => all.reduce((sum, one) => sum + one.size, 0)
  return {
    figures: figuresOf(size(now), size(then), { cohort: (count) => count }),
    ...{ days: [], lines: [] },
    tables: [
      {
        table: 'cohorts',
        columns: [
          { measure: 'cohort', note: '' },
          ...Array.from({ length: shownMonths + 1 }, (_, at) => ({
            measure: 'retained' as const,
            note: `+${at}`,
          })),
        ],
        rows: now.map(({ key, size: count, active }) => ({
          ...{ key, name: { ru: key, uz: key, en: key } },
          cells: [count, ...active.map((one) => (one === null ? null : percent(one, count)))],
        })),
      },
    ],
  }
}

async function cohorts(db: Db, { from, to }: Period): Promise<readonly Cohort[]> {
  const { rows } = await sql<{ joined: string; months: number; accounts: number; active: number }>`
    select to_char(joined_month, 'YYYY-MM') as joined, accounts, active,
      ((extract(year from month) - extract(year from joined_month)) * 12
        + extract(month from month) - extract(month from joined_month))::integer as months
    from report_cohort
    where joined_month between date_trunc('month', ${from}::date)::date and ${to}
    order by joined_month desc, month`.execute(db)
  const keys = [...new Set(rows.map(({ joined }) => joined))]
  return keys.map((key) => {
    const mine = rows.filter(({ joined }) => joined === key)
    const after = new Map(mine.map(({ months, active }) => [months, active]))
    return {
      ...{ key, size: mine.at(-1)?.accounts ?? 0 },
      active: Array.from({ length: shownMonths + 1 }, (_, at) => after.get(at) ?? null),
    }
  })
}
