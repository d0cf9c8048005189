/** Finds what needs a receipt in the ledger itself, so that nothing is missed however it was credited. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { FiscalSystem } from '#server/fiscal/stored/tables.ts'

export interface Since {
  readonly systems: readonly FiscalSystem[]
  /** Payments since then, unix milliseconds. */
  readonly fromMs: number
  /** Of those only what happened since then: the every-minute run need not read the whole ledger. */
  readonly lookBackMs?: number
}

/** A payment waits so long for the every-minute run that makes its receipt; what is older and has none is a difference. */
export const waitForRunMs = 5 * 60_000

/** An attempt is made for a week. */
export const retryForMs = 7 * 86_400_000

/** Top-ups of a payment system, with our number of the payment: null for one whose payment is not there. */
export const topUps = sql`(
  select entry.ledger_entry_id, entry.account_id, entry.amount_tiyin, entry.happened_at, entry.reference,
    split_part(entry.reference, ':', 1) as system,
    coalesce(tx.provider_tx_id, orders.order_id) as number,
    case when tx.provider = 'uzum' and tx.external_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      then tx.external_id::uuid end as payment_uuid
  from ledger_entry as entry
  left join provider_tx as tx on tx.provider = split_part(entry.reference, ':', 1)
    and tx.external_id = substr(entry.reference, position(':' in entry.reference) + 1)
  left join payment_order as orders
    on orders.order_id = substring(entry.reference from '^atmos:([0-9]{1,9})$')::integer
  where entry.kind = 'top_up' and entry.against = 'payments' and entry.amount_tiyin > 0
)`

/** Entries that took money back to the payer, and whether the payer has it: a withdrawn refund has no receipt. */
export const paidBack = sql`(
  select back.ledger_entry_id, back.reverses_id, -back.amount_tiyin as amount_tiyin,
    coalesce(refund.ended_at, tx.cancelled_at, card.ended_at, back.happened_at) as happened_at,
    coalesce(refund.state = 'done', card.state = 'given_back', tx.state = 'refunded') as is_done
  from ledger_entry as back
  join ledger_entry as entry on entry.ledger_entry_id = back.reverses_id
  left join provider_tx as tx on tx.provider = split_part(entry.reference, ':', 1)
    and tx.external_id = substr(entry.reference, position(':' in entry.reference) + 1)
  left join provider_refund as refund on refund.ledger_entry_id = back.ledger_entry_id
  left join card_refund as card on card.ledger_entry_id = back.ledger_entry_id
  where back.reverses_id is not null and back.kind in ('refund', 'reversal') and back.against = 'payments' and back.amount_tiyin < 0
)`

/** Queues receipts of payments and refunds that have none yet; returns how many. Safe at any time, also twice at once. */
export async function queueReceipts(db: Db, since: Since, nowMs: number): Promise<number> {
  const from = new Date(Math.max(since.fromMs, since.lookBackMs ?? 0))
  const [now, givesUp] = [new Date(nowMs), new Date(nowMs + retryForMs)]
  const sales = await sql`
    insert into fiscal_receipt (kind, ledger_entry_id, system, number, account_id, amount_tiyin, happened_at,
      payment_uuid, next_at, gives_up_at, created_at)
    select 'sale', ledger_entry_id, system, number, account_id, amount_tiyin, happened_at,
      payment_uuid, ${now}, ${givesUp}, ${now}
    from ${topUps} as paid
    where system in (${sql.join(since.systems)}) and number is not null and happened_at >= ${from}
      and not exists (select from fiscal_receipt where ledger_entry_id = paid.ledger_entry_id)
    on conflict do nothing`.execute(db)
  // Refunds end long after their entry was written, so they are found by their payments and not by time.
  const refunds = await sql`
    insert into fiscal_receipt (kind, ledger_entry_id, sale_id, system, number, account_id, amount_tiyin,
      happened_at, next_at, gives_up_at, created_at)
    select 'refund', back.ledger_entry_id, sale.fiscal_receipt_id, sale.system, sale.number, sale.account_id,
      back.amount_tiyin, back.happened_at, ${now}, ${givesUp}, ${now}
    from ${paidBack} as back join fiscal_receipt as sale on sale.ledger_entry_id = back.reverses_id
    where is_done and not exists (select from fiscal_receipt where ledger_entry_id = back.ledger_entry_id)
    on conflict do nothing`.execute(db)
  return Number(sales.numAffectedRows ?? 0n) + Number(refunds.numAffectedRows ?? 0n)
}
