/** The invariants of money in a scenario of `money-scenario.ts`; each is named when it is violated. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { must } from './money-modules.ts'

/** What has happened in a scenario, tracked apart from the database. */
export interface Tracked {
  readonly db: Db
  readonly seed: number
  readonly accountIds: readonly number[]
  readonly paid: ReadonlyMap<string, { readonly amountTiyin: number }>
  /** The paid time that tariffs brought along from a double, by subscription. */
  readonly brought: ReadonlyMap<number, Date>
}

/** When all that is due was charged, no active subscription is unpaid (I6). */
export async function nothingIsLeft(db: Db, accountIds: readonly number[], nowMs: number): Promise<void> {
  const { rows } = await sql`select from subscription where account_id = any(${[...accountIds]}::integer[])
    and state = 'active' and paid_until <= ${new Date(nowMs)}`.execute(db)
  must(rows.length === 0, 'every active subscription is paid')
}

/** Nothing is charged yet for a tariff (`s`) that came by a planned change: it is there from the end of the former one. */
const cameByChange = sql`exists (select from planned_change as plan join subscription as former using (subscription_id)
  where plan.state = 'done' and plan.account_id = s.account_id and plan.tariff_id = s.tariff_id
    and former.paid_until = s.paid_until)`

/** Payments of payment systems, and what went back of them, stand in the books as with the systems. */
function paymentsOfSystems(mine: RawBuilder<unknown>) {
  return sql`select 'I10 a payment of a system stands in the books as it stands itself' from provider_tx as tx
    where tx.${mine} and (
      (state in ('paid', 'refunded')) <> exists (
        select from ledger_entry where reference = provider || ':' || external_id)
      or state = 'refunded' and 0 <> (
        select sum(entry.amount_tiyin) from ledger_entry as own join ledger_entry as entry
          on entry.ledger_entry_id = own.ledger_entry_id or entry.reverses_id = own.ledger_entry_id
            or entry.restores_id in (select ledger_entry_id from ledger_entry where reverses_id = own.ledger_entry_id)
        where own.reference = provider || ':' || external_id)
      or state <> 'refunded' and exists (
        select from ledger_entry as own join ledger_entry as back on back.reverses_id = own.ledger_entry_id
        where own.reference = provider || ':' || external_id and split_part(back.reference, ':', 3) = 'reversal'
          and not exists (select from provider_refund as refund where refund.ledger_entry_id = back.ledger_entry_id)))`
}

/** All of them, in one statement. */
export async function lookAt({ db, seed, accountIds, brought, ...tracked }: Tracked): Promise<void> {
  const paid = [...tracked.paid.values()]
  const moved = JSON.stringify([...brought].map(([id, until]) => ({ id, until })))
  const mine = sql`account_id = any(${[...accountIds]}::integer[])`
  const { rows } = await sql<{ what: string }>`
    select 'I2 a wallet is the sum of its entries, I3 and not below zero' as what from wallet
      where ${mine} and (balance_tiyin < 0 or balance_tiyin <> (
        select coalesce(sum(amount_tiyin), 0) from ledger_entry where ledger_entry.account_id = wallet.account_id))
    union all select 'the entries are a chain' from (
      select balance_after_tiyin, sum(amount_tiyin) over (partition by account_id order by ledger_entry_id) as due
      from ledger_entry where ${mine}) as entries where balance_after_tiyin <> due
    union all select 'I4 periods of a subscription are apart' from (
      select period_start, lag(period_end) over (partition by subscription_id order by period_start) as before
      from charge where ${mine}) as charges where before > period_start
    union all select 'I4 each charge has its one entry' from charge left join ledger_entry as entry
      on entry.subscription_id = charge.subscription_id and entry.kind = 'charge'
        and entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from period_start))::bigint
      where charge.${mine} and charge.amount_tiyin > 0 and entry.amount_tiyin is distinct from -charge.amount_tiyin
    union all select 'I4 each entry has its one charge'
      where (select count(*) from ledger_entry where ${mine} and kind = 'charge')
        <> (select count(*) from charge where ${mine} and amount_tiyin > 0)
    union all select 'I5 paid until is the end of the last charge, of the days given after it, or where a pause moved it' from subscription as s
      where s.${mine} and paid_until is distinct from (
        select max(period_end) from (
          select period_end from charge where charge.subscription_id = s.subscription_id
          union all select period_end from gift_period
            where gift_period.subscription_id = s.subscription_id and taken_back_at is null
          union all select paused.paid_until from subscription_pause as paused
            where paused.subscription_id = s.subscription_id
          union all select until from jsonb_to_recordset(${moved}::jsonb) as moved (id integer, until timestamptz)
            where moved.id = s.subscription_id and not exists (select from subscription_pause as came
              where came.subscription_id = s.subscription_id and came.reference like 'moved:%' and ended_at is not null)) as periods) and not ${cameByChange}
    union all select 'I7 nobody pays for time that is over' from charge join ledger_entry as entry
      on entry.subscription_id = charge.subscription_id and entry.kind = 'charge'
        and entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from period_start))::bigint
      where charge.${mine} and period_start < happened_at - interval '1 hour'
    union all select 'I8 there is one base tariff' from subscription
      where ${mine} and is_base and state <> 'off' group by account_id having count(*) > 1
    union all select 'I9 a promotion is used once and not too often' from promotion
      where used <> (select count(*) from promotion_use where promotion_use.promotion_id = promotion.promotion_id)
        and code = ${`WORLD-${seed}`}
    union all select 'I9 a gift is an entry' from promotion_use as u where u.${mine} and not exists (
      select from ledger_entry as entry where entry.account_id = u.account_id and entry.kind = 'promotion'
        and entry.reference like 'promotion:' || u.promotion_id || ':%')
    union all select 'I13 nothing is taken back beyond what it was' from ledger_entry as original
      join ledger_entry as back on back.reverses_id = original.ledger_entry_id where original.${mine}
        and not exists (select from ledger_entry as again where again.restores_id = back.ledger_entry_id)
      group by original.ledger_entry_id having sum(abs(back.amount_tiyin)) > abs(original.amount_tiyin)
    union all select 'I10 I18 what was paid in is in the books, once, and nothing else is'
      from (select coalesce(sum(amount_tiyin), 0) as sum, count(*) as count from ledger_entry
        where ${mine} and kind = 'top_up' and reference not like 'atmos:%') as entries
      where sum <> ${paid.reduce((sum, one) => sum + one.amountTiyin, 0)} or count <> ${paid.length}
    union all ${paymentsOfSystems(mine)}
    limit 1`.execute(db)
  must(rows.length === 0, rows[0]?.what ?? '')
}

/** Doubles leave nothing behind, and what goes from account to account is nothing in all. */
export async function lookAtDoubles({ db, accountIds }: Pick<Tracked, 'db' | 'accountIds'>): Promise<void> {
  const mine = sql`account_id = any(${[...accountIds]}::integer[])`
  const { rows } = await sql<{ what: string }>`
    select 'what goes from account to account is nothing in all' as what from ledger_entry
      where ${mine} and against = 'transfers' having sum(amount_tiyin) <> 0
    union all select 'a double has neither money nor tariffs' from account join wallet using (account_id)
      where account.${mine} and merged_into is not null and (balance_tiyin <> 0 or exists (
        select from subscription where subscription.account_id = account.account_id and state <> 'off'))
    limit 1`.execute(db)
  must(rows.length === 0, rows[0]?.what ?? '')
}
