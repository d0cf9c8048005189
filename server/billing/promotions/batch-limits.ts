/** What a batch of codes allows: its budget, its uses, its uses by one person. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export type BatchRefusal = 'promo_batch_stopped' | 'promo_budget_spent' | 'promo_batch_limit'

interface BatchState {
  readonly batchId: number
  readonly isOpen: boolean
  readonly perAccount: number
  readonly used: number
  readonly maxUses: number | null
  readonly spentTiyin: number
  readonly budgetTiyin: number | null
}

/** `holds`: locked until the transaction ends, so that uses of a batch are decided one after the other. */
export async function readBatchState(
  db: Db | DbTransaction,
  batchId: number,
  holds: boolean,
): Promise<BatchState | undefined> {
  const row = await db
    .selectFrom('promotion_batch')
    .selectAll()
    .where('batch_id', '=', batchId)
    .$if(holds, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    batchId,
    isOpen: row.opened_at !== null && row.stopped_at === null,
    perAccount: row.per_account,
    ...{ used: row.used, maxUses: row.max_uses, spentTiyin: row.spent_tiyin, budgetTiyin: row.budget_tiyin },
  }
}

/** Why nobody can use a code of the batch; `giftTiyin` is the least that one costs. */
export function closedReason(
  { isOpen, used, maxUses, spentTiyin, budgetTiyin }: BatchState,
  giftTiyin: number,
): 'promo_batch_stopped' | 'promo_budget_spent' | undefined {
  if (!isOpen) return 'promo_batch_stopped'
  if (maxUses !== null && used >= maxUses) return 'promo_budget_spent'
  const minTiyin = Math.max(1, giftTiyin)
  return budgetTiyin !== null && spentTiyin + minTiyin > budgetTiyin ? 'promo_budget_spent' : undefined
}

/** Whether the account, or the person behind it, has used as many codes of the batch as one may. */
export async function isOverLimit(
  db: Db | DbTransaction,
  { batchId, perAccount }: BatchState,
  { accountId, proofs }: { readonly accountId: number; readonly proofs: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ used: number }>`
    select count(distinct promotion_id)::integer as used from (
      select promotion_id from promotion_use where account_id = ${accountId}
      union select promotion_id from promotion_proof where proof = any(${[...proofs]}::text[])
    ) as own join promotion using (promotion_id) where batch_id = ${batchId}`.execute(db)
  return (rows[0]?.used ?? 0) >= perAccount
}

/** Counts a use and what it costs; false, and nothing is counted, when the batch does not cover it. */
export async function spendBatch(trx: DbTransaction, batchId: number, costTiyin: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update promotion_batch set used = used + 1, spent_tiyin = spent_tiyin + ${costTiyin}::bigint
    where batch_id = ${batchId} and opened_at is not null and stopped_at is null
      and (max_uses is null or used < max_uses)
      and (budget_tiyin is null or spent_tiyin + ${costTiyin}::bigint <= budget_tiyin)`.execute(trx)
  return numAffectedRows === 1n
}
