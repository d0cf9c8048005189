/** What the ledgers say about an entry and its commissions. Money is whole tiyin. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/**
 * What went back of an entry, and the last entry that changed that; less refunds that were withdrawn or refused: that money
 * is on the balance again. `entry` is the alias of a ledger entry.
 */
export function wentBack(entry: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(sum(abs(back.amount_tiyin)) filter (where back.reverses_id is not null), 0)
        - coalesce(sum(back.amount_tiyin) filter (where back.reverses_id is null), 0) as amount,
      max(back.ledger_entry_id) as last
    from (
      select taken.* from ledger_entry as taken where taken.reverses_id = ${entry}.ledger_entry_id
      union all
      select again.* from ledger_entry as taken join ledger_entry as again on again.restores_id = taken.ledger_entry_id
      where taken.reverses_id = ${entry}.ledger_entry_id
    ) as back
  )`
}

/** Whether all of an entry went back. */
export function isReversed(entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((select amount from ${wentBack(entry)} as went) >= abs(${entry}.amount_tiyin))`
}

/** Whether another entry of the same subscriber earns, for any dealer, what is earned once. */
export function standsElsewhere(of: {
  readonly account: RawBuilder<unknown>
  readonly entry: RawBuilder<unknown>
  readonly kind: RawBuilder<unknown>
}): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from dealer_commission as other join dealer_rule as by_rule using (dealer_rule_id)
    where other.account_id = ${of.account} and other.ledger_entry_id <> ${of.entry} and by_rule.kind = ${of.kind}
      and other.amount_tiyin > other.taken_back_tiyin)`
}

/** What a rule gave in a calendar month and was not taken back. */
export async function sumOfMonth(trx: DbTransaction, ruleId: number, month: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount_tiyin - taken_back_tiyin), 0)::bigint as total from dealer_commission
    where dealer_rule_id = ${ruleId}
      and happened_at >= (${`${month}-01`}::timestamp at time zone 'Asia/Tashkent')
      and happened_at < ((${`${month}-01`}::timestamp + interval '1 month') at time zone 'Asia/Tashkent')`.execute(
    trx,
  )
  return rows[0]?.total ?? 0
}

/** Reads of a whole ledger take longer than a request may. Nothing is locked meanwhile. */
export function readsAll<T>(db: Db, read: (trx: DbTransaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx)
    return read(trx)
  })
}
