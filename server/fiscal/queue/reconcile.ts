/** Compares receipts with the ledger: what is paid and has none, and what has another sum. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { paidBack, topUps, waitForRunMs, type Since } from './find-payments.ts'

export interface ReceiptDifference {
  readonly kind: 'no_receipt' | 'no_refund_receipt' | 'other_sum'
  /** Of the payment's entry in the ledger. */
  readonly reference: string
  readonly ledgerTiyin: number
  /** 0 without a receipt. */
  readonly receiptTiyin: number
}

/** Money is whole tiyin. */
export interface ReceiptReconciliation {
  readonly paidTiyin: number
  readonly refundedTiyin: number
  readonly registeredTiyin: number
  readonly registeredBackTiyin: number
  /** Queued and not registered, of both kinds, with what waits for the next run to be queued. */
  readonly openCount: number
  readonly failedCount: number
  /** Without those that have a receipt in the queue, whatever its state; 100 at most. */
  readonly differences: readonly ReceiptDifference[]
  readonly differenceCount: number
}

interface DifferenceRow extends ReceiptDifference {
  readonly total: number
}

/**
 * Reads the whole ledger since that day: for the night, and for a person who waits. What was paid or refunded within five
 * minutes before `nowMs` and has no receipt yet is open, no difference.
 */
export async function reconcileReceipts(db: Db, since: Since, nowMs: number): Promise<ReceiptReconciliation> {
  const from = new Date(since.fromMs)
  const waits = sql`happened_at > ${new Date(nowMs - waitForRunMs)}`
  const paid = sql`(select * from ${topUps} as paid
    where system in (${sql.join(since.systems)}) and happened_at >= ${from})`
  const { rows: totals } = await sql<Record<TotalName, number>>`
    select (select coalesce(sum(amount_tiyin), 0)::bigint from ${paid} as paid) as paid,
      (select coalesce(sum(back.amount_tiyin), 0)::bigint from ${paidBack} as back
        join ${paid} as paid on paid.ledger_entry_id = back.reverses_id where is_done) as refunded,
      coalesce(sum(amount_tiyin) filter (where state = 'registered' and kind = 'sale'), 0)::bigint as registered,
      coalesce(sum(amount_tiyin) filter (where state = 'registered' and kind = 'refund'), 0)::bigint as back,
      count(*) filter (where state in ('pending', 'sent'))::integer as open,
      count(*) filter (where state = 'failed')::integer as failed,
      (select count(*)::integer from (
        select ledger_entry_id from ${paid} as paid where ${waits}
        union all
        select back.ledger_entry_id from ${paidBack} as back
          join ${paid} as paid on paid.ledger_entry_id = back.reverses_id
          where is_done and back.${waits}
      ) as fresh where not exists (
        select from fiscal_receipt as receipt where receipt.ledger_entry_id = fresh.ledger_entry_id)) as waiting
    from fiscal_receipt`.execute(db)
  const { rows } = await sql<DifferenceRow>`
    with found as (
      select case when receipt.ledger_entry_id is null then 'no_receipt' else 'other_sum' end as kind,
        paid.reference, paid.amount_tiyin as "ledgerTiyin", coalesce(receipt.amount_tiyin, 0) as "receiptTiyin"
      from ${paid} as paid left join fiscal_receipt as receipt using (ledger_entry_id)
      where receipt.amount_tiyin is distinct from paid.amount_tiyin
        and not (receipt.ledger_entry_id is null and paid.${waits})
      union all
      select case when receipt.ledger_entry_id is null then 'no_refund_receipt' else 'other_sum' end,
        paid.reference, back.amount_tiyin, coalesce(receipt.amount_tiyin, 0)
      from ${paidBack} as back join ${paid} as paid on paid.ledger_entry_id = back.reverses_id
        left join fiscal_receipt as receipt on receipt.ledger_entry_id = back.ledger_entry_id
      where back.is_done and receipt.amount_tiyin is distinct from back.amount_tiyin
        and not (receipt.ledger_entry_id is null and back.${waits})
    )
    select found.*, count(*) over ()::integer as total from found order by reference limit 100`.execute(db)
  const [sum] = totals
  return {
    ...{ paidTiyin: sum?.paid ?? 0, refundedTiyin: sum?.refunded ?? 0 },
    ...{ registeredTiyin: sum?.registered ?? 0, registeredBackTiyin: sum?.back ?? 0 },
    ...{ openCount: (sum?.open ?? 0) + (sum?.waiting ?? 0), failedCount: sum?.failed ?? 0 },
    differences: rows.map(({ kind, reference, ledgerTiyin, receiptTiyin }) => ({
      ...{ kind, reference, ledgerTiyin, receiptTiyin },
    })),
    differenceCount: rows[0]?.total ?? 0,
  }
}

type TotalName = 'paid' | 'refunded' | 'registered' | 'back' | 'open' | 'failed' | 'waiting'
