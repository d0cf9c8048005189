import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Payments and refunds of these accounts that are under way: with them money may still move. */
export async function countOpenPayments(
  db: Db | DbTransaction,
  accountIds: readonly number[],
): Promise<number> {
  const theirs = sql`account_id = any(${accountIds}::integer[])`
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from payment_order where ${theirs}
        and (state in ('charging', 'uncertain') or state = 'paid' and credited_at is null))
      + (select count(*) from card_refund join payment_order using (order_id)
        where ${theirs} and card_refund.state = 'taken')
      + (select count(*) from provider_tx where ${theirs} and state = 'reserved')
      + (select count(*) from provider_refund join provider_tx using (provider_tx_id)
        where ${theirs} and provider_refund.state = 'to_do')
    )::integer as count`.execute(db)
  return rows[0]?.count ?? 0
}
