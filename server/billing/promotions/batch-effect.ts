/** What a batch of codes brought. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { withinLimit } from '#server/platform/database/within-limit.ts'

export interface BatchEffect {
  /** Accounts that used a code. */
  readonly accounts: number
  /** Those of them that had never paid before their first use. */
  readonly newcomers: number
  readonly returning: number
  /** Accounts whose first use is at least 30 days ago. */
  readonly measurable: number
  /** Those of them that were charged for a tariff 30 days after it or later. */
  readonly paying: number
  /** What these accounts paid in since their first use, in whatever way, tiyin. */
  readonly revenueTiyin: number
}

const afterDays = 30
/** Longer than a request may take otherwise: nobody waits for it with the page. */
const limitMs = 20_000
/** Money that a subscriber paid, by whatever way it came. */
const isPaid = sql`e.against in ('payments', 'external', 'dealers')`

/** Set-based: one pass over the accounts that used the batch. Undefined when it takes too long. */
export function measureBatch(db: Db, batchId: number, nowMs: number): Promise<BatchEffect | undefined> {
  return withinLimit(db, limitMs, (trx) => measure(trx, batchId, nowMs))
}

async function measure(db: DbTransaction, batchId: number, nowMs: number): Promise<BatchEffect> {
  const now = new Date(nowMs)
  const { rows } = await sql<{
    accounts: number
    returning_count: number
    measurable: number
    paying: number
    revenue: number
  }>`
    with uses as materialized (
      select account_id, min(used_at) as used_at from promotion_use join promotion using (promotion_id)
      where batch_id = ${batchId} group by account_id
    ), facts as (
      select uses.used_at,
        exists (select from ledger_entry as e where e.account_id = uses.account_id and e.happened_at < uses.used_at
          and e.kind = 'top_up' and ${isPaid}) as had_paid,
        exists (select from ledger_entry as e where e.account_id = uses.account_id and e.kind = 'charge'
          and e.happened_at >= uses.used_at + make_interval(days => ${afterDays}::integer)) as is_paying,
        (select coalesce(sum(e.amount_tiyin), 0) from ledger_entry as e where e.account_id = uses.account_id
          and e.happened_at >= uses.used_at and e.kind in ('top_up', 'reversal', 'refund') and ${isPaid}) as paid
      from uses
    )
    select count(*)::integer as accounts, count(*) filter (where had_paid)::integer as returning_count,
      count(*) filter (where used_at <= ${now}::timestamptz - make_interval(days => ${afterDays}::integer))::integer as measurable,
      count(*) filter (where is_paying)::integer as paying, coalesce(sum(paid), 0)::bigint as revenue
    from facts`.execute(db)
  const {
    accounts = 0,
    returning_count: returning = 0,
    measurable = 0,
    paying = 0,
    revenue = 0,
  } = rows[0] ?? {}
  return { accounts, newcomers: accounts - returning, returning, measurable, paying, revenueTiyin: revenue }
}
