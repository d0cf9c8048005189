import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Day } from '#server/reports/days/days.ts'
import { otherCampaigns } from '#server/reports/visits/count-visits.ts'
import {
  type Period,
  type Report,
  type ReportRequest,
  type RowName,
  figuresOf,
  linesOf,
  maxRows,
  percent,
  tableOf,
} from './report.ts'

interface Steps {
  readonly visits: number
  readonly registrations: number
  readonly first_payments: number
}

const measures = {
  visits: (one: Steps) => one.visits,
  registrations: (one: Steps) => one.registrations,
  registered_share: (one: Steps) => percent(one.registrations, one.visits),
  first_payments: (one: Steps) => one.first_payments,
  first_paid_share: (one: Steps) => percent(one.first_payments, one.registrations),
}

/** How many came, registered and paid for the first time, by campaign; each step on its own day. */
export async function funnelReport({ db, period, before }: ReportRequest): Promise<Report> {
  const [now, then, campaigns] = await Promise.all([
    ofDays(db, period),
    ofDays(db, before),
    ofCampaigns(db, period),
  ])
  const { visits, registrations, first_payments: firstPayments } = measures
  return {
    figures: figuresOf(summed(now), summed(then), measures),
    ...linesOf(period, now, { visits, registrations, first_payments: firstPayments }),
    tables: [tableOf('campaigns', campaigns, measures)],
  }
}

function summed(days: readonly Steps[]): Steps {
  const sum = (key: keyof Steps) => days.reduce((total, one) => total + one[key], 0)
  return {
    ...{ visits: sum('visits'), registrations: sum('registrations') },
    first_payments: sum('first_payments'),
  }
}

const steps = sql`coalesce(sum(visits), 0)::integer as visits,
  coalesce(sum(registrations), 0)::integer as registrations,
  coalesce(sum(first_payments), 0)::integer as first_payments`

async function ofDays(db: Db, { from, to }: Period): Promise<readonly (Steps & { readonly day: Day })[]> {
  const { rows } = await sql<Steps & { readonly day: Day }>`
    select to_char(report_day.day, 'YYYY-MM-DD') as day, ${steps}
    from report_day left join report_funnel_day using (day)
    where day between ${from} and ${to} group by day order by day`.execute(db)
  return rows
}

type Row = Steps & { readonly key: string; readonly name: RowName }

async function ofCampaigns(db: Db, { from, to }: Period): Promise<readonly Row[]> {
  const { rows } = await sql<Steps & { source: string; medium: string; campaign: string }>`
    select source, medium, campaign, ${steps} from report_funnel_day
    where day between ${from} and ${to} group by source, medium, campaign
    order by sum(first_payments) desc, sum(registrations) desc, sum(visits) desc, source, medium, campaign
    limit ${maxRows}`.execute(db)
  return rows.map(({ source, medium, campaign, ...row }) => ({
    ...row,
    ...{ key: JSON.stringify([source, medium, campaign]), name: nameOf([source, medium, campaign]) },
  }))
}

function nameOf(parts: readonly string[]): RowName {
  const words = parts.filter((part) => part !== '')
  if (words.length === 0) return { ru: 'Без метки', uz: 'Belgisiz', en: 'Without a campaign' }
  if (words[0] === otherCampaigns.source) return { ru: 'Остальные', uz: 'Qolganlari', en: 'Others' }
  const name = words.join(' / ')
  return { ru: name, uz: name, en: name }
}
