/** The ledger of a day by kind, source and tariff. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type Day, addDays, beginOf, dayOf } from '#server/reports/days/days.ts'

/** Replaces the day's rows. An entry belongs to the day on which it happened, also one that takes another back. */
export async function rollUpMoney(tx: DbTransaction, day: Day): Promise<void> {
  const [from, until] = [new Date(beginOf(day)), new Date(beginOf(addDays(day, 1)))]
  await sql`delete from report_money_day where day = ${day}`.execute(tx)
  await sql`
    insert into report_money_day (day, kind, against, source, tariff_id, amount_tiyin, entries)
    select ${day}::date, entry.kind, entry.against, split_part(entry.reference, ':', 1),
      coalesce(subscription.tariff_id, 0), sum(entry.amount_tiyin), count(*)
    from ledger_entry as entry
    left join ledger_entry as original on original.ledger_entry_id = entry.reverses_id
    left join subscription
      on subscription.subscription_id = coalesce(entry.subscription_id, original.subscription_id)
    where entry.happened_at >= ${from} and entry.happened_at < ${until}
      and not exists (select from account where account.account_id = entry.account_id and account.is_test)
    group by 2, 3, 4, 5`.execute(tx)
  await rollUpDealers(tx, day, from, until)
}

/** What dealers' subscribers were charged and paid, by the dealer to whom they belong when the day is computed. */
async function rollUpDealers(tx: DbTransaction, day: Day, from: Date, until: Date): Promise<void> {
  await sql`delete from report_dealer_day where day = ${day}`.execute(tx)
  const amount = sql`entry.amount_tiyin`
  const isPaid = sql`entry.against in ('payments', 'external', 'dealers')`
  await sql`
    insert into report_dealer_day
      (day, dealer_id, charged_tiyin, reversed_tiyin, paid_in_tiyin, paid_back_tiyin, payments)
    select ${day}::date, own.dealer_id,
      coalesce(-sum(${amount}) filter (where entry.against = 'revenue' and ${amount} < 0), 0),
      coalesce(sum(${amount}) filter (where entry.against = 'revenue' and ${amount} > 0), 0),
      coalesce(sum(${amount}) filter (where ${isPaid} and ${amount} > 0), 0),
      coalesce(-sum(${amount}) filter (where ${isPaid} and ${amount} < 0), 0),
      count(*) filter (where ${isPaid} and entry.kind = 'top_up')
    from ledger_entry as entry join dealer_subscriber as own using (account_id)
    where entry.happened_at >= ${from} and entry.happened_at < ${until}
      and not exists (select from account where account.account_id = entry.account_id and account.is_test)
    group by own.dealer_id`.execute(tx)
}

/**
 * Since which day entries were written that the last night did not see: the day on which they happened, of a
 * charge also the first of its period. Undefined: none, or it is the first run.
 */
export async function lateSince(
  db: Db,
): Promise<{ readonly day: Day | undefined; readonly lastEntry: number }> {
  const { rows } = await sql<{ last: number; since: number }>`
    select coalesce((select max(ledger_entry_id) from ledger_entry), 0)::bigint as last,
      coalesce((select value from report_progress where name = 'ledger_entry'), 0)::bigint as since`.execute(
    db,
  )
  const { last = 0, since = 0 } = rows[0] ?? {}
  if (since === 0 || last <= since) return { day: undefined, lastEntry: last }
  const result = await sql<{ at: Date | null }>`
    select least(min(happened_at), min(case when kind = 'charge' and reference ~ '^charge:[0-9]+:[0-9]{1,12}$'
      then to_timestamp(split_part(reference, ':', 3)::bigint) end)) as at
    from ledger_entry where ledger_entry_id > ${since} and ledger_entry_id <= ${last}`.execute(db)
  const at = result.rows[0]?.at ?? null
  return { day: at === null ? undefined : dayOf(at.getTime()), lastEntry: last }
}
