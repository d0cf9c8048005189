/** How many of those who joined in a month still had a paid period at the ends of later months. */
import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { type Day, addDays, addMonths } from '#server/reports/days/days.ts'
import { customers, endOf, periods } from './periods.ts'

/**
 * Replaces how many of each month's joiners had a paid period at the end of each of `months`, or have one now, from all
 * periods at once.
 */
export async function rollUpCohorts(tx: DbTransaction, months: readonly Day[], nowMs: number): Promise<void> {
  if (months.length === 0) return
  const ends = months.map((month) => new Date(endOf(addDays(addMonths(month, 1), -1), nowMs) - 1))
  await sql`delete from report_cohort where month = any(${months}::date[])`.execute(tx)
  await sql`
    with month as (select * from unnest(${months}::date[], ${ends}::timestamptz[]) as end_of(month, last)
    ), span as materialized (
      select period.account_id, began, ended from (${periods}) as period
      where began <= (select max(last) from month) and ended > began and ${customers}
    ), joiner as materialized (
      select account_id, date_trunc('month', min(began) at time zone 'Asia/Tashkent')::date as joined_month
      from span group by account_id
    ), joined as (select joined_month, count(*) as accounts from joiner group by joined_month
    ), covered as (
      select distinct span.account_id, month.month
      from month join span on span.began <= month.last and span.ended > month.last
    ), remaining as (
      select joined_month, month, count(*) as active from covered join joiner using (account_id) group by 1, 2
    )
    insert into report_cohort (joined_month, month, accounts, active)
    select joined_month, month, accounts, coalesce(active, 0)
    from joined join month on joined_month <= month left join remaining using (joined_month, month)`.execute(
    tx,
  )
}
