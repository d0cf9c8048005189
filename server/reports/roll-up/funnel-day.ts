/** From the visit to the first payment, by campaign. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { type Day, addDays, beginOf } from '#server/reports/days/days.ts'
import { otherCampaigns } from '#server/reports/visits/count-visits.ts'

/** Campaigns of a day; the smaller ones are together. */
const maxRows = 50

/** The campaign that came with a registration, as visits name it. */
const campaignOf = sql`lower(left(trim(registered.utm_source), 100)) as source,
  lower(left(trim(registered.utm_medium), 100)) as medium, lower(left(trim(registered.utm_campaign), 100)) as campaign`

/** First payments of those who registered themselves, as entries of the ledger in `[from, until)`. */
export function firstPayments(from: Date, until: Date) {
  return sql`
    select entry.ledger_entry_id, entry.account_id, entry.happened_at, entry.amount_tiyin, ${campaignOf}
    from ledger_entry as entry join registration as registered using (account_id)
    join account on account.account_id = entry.account_id and not account.is_test
    where entry.happened_at >= ${from} and entry.happened_at < ${until}
      and entry.kind = 'top_up' and entry.against in ('payments', 'external', 'dealers')
      and not exists (select from ledger_entry as former where former.account_id = entry.account_id
        and former.ledger_entry_id < entry.ledger_entry_id and former.kind = 'top_up'
        and former.against in ('payments', 'external', 'dealers'))`
}

/** Those who registered themselves in `[from, until)`. */
export function registrations(from: Date, until: Date) {
  return sql`
    select registered.account_id, registered.registered_at as happened_at, ${campaignOf}
    from registration as registered
    join account on account.account_id = registered.account_id and not account.is_test
    where registered.registered_at >= ${from} and registered.registered_at < ${until}`
}

/** Replaces the day's rows. */
export async function rollUpFunnel(tx: DbTransaction, day: Day): Promise<void> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  const { source: other } = otherCampaigns
  await sql`delete from report_funnel_day where day = ${day}`.execute(tx)
  await sql`
    with steps as (
      select source, medium, campaign, visits, 0 as registrations, 0 as payments from report_visit_day where day = ${day}
      union all select source, medium, campaign, 0, 1, 0 from (${registrations(from, until)}) as registered
      union all select source, medium, campaign, 0, 0, 1 from (${firstPayments(from, until)}) as paid
    ), campaigns as (
      select source, medium, campaign, sum(visits) as visits, sum(registrations) as registrations,
        sum(payments) as payments,
        row_number() over (order by sum(payments) desc, sum(registrations) desc, sum(visits) desc, source, medium, campaign)
          as place
      from steps group by source, medium, campaign
    )
    insert into report_funnel_day (day, source, medium, campaign, visits, registrations, first_payments)
    select ${day}::date, case when place <= ${maxRows} then source else ${other} end,
      case when place <= ${maxRows} then medium else '' end, case when place <= ${maxRows} then campaign else '' end,
      sum(visits), sum(registrations), sum(payments)
    from campaigns group by 2, 3, 4`.execute(tx)
}
