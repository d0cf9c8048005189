/** Receipts for the staff and for viewers. */
import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import {
  type FiscalReceiptTable,
  type FiscalSystem,
  type ReceiptState,
  receiptStates,
} from '#server/fiscal/stored/tables.ts'

/** A receipt; moments are unix milliseconds, 0 for what has not happened; money is whole tiyin. */
export interface ReceiptRow {
  readonly receiptId: number
  readonly kind: 'sale' | 'refund'
  readonly system: FiscalSystem
  /** Our number of the payment. */
  readonly number: number
  readonly accountId: number
  readonly abonement: string
  readonly amountTiyin: number
  readonly happenedMs: number
  readonly state: ReceiptState
  readonly reason: string
  readonly note: string
  readonly url: string
  readonly fiscalNumber: string
  readonly attempts: number
  /** 0 when there is none. */
  readonly nextMs: number
  readonly endedMs: number
}

export type ReceiptView = 'open' | 'failed' | 'ended'

const statesOf: Readonly<Record<ReceiptView, readonly ReceiptState[]>> = {
  open: ['pending', 'sent'],
  failed: ['failed'],
  ended: ['registered', 'not_needed'],
}

/** Open and failed ones the oldest first, ended ones the newest first; 200 at most. */
export async function listReceipts(db: Db, view: ReceiptView): Promise<readonly ReceiptRow[]> {
  const rows = await selected(db)
    .where('fiscal_receipt.state', 'in', statesOf[view])
    .orderBy('fiscal_receipt_id', view === 'ended' ? 'desc' : 'asc')
    .limit(200)
    .execute()
  return rows.map(rowOf)
}

/** Of one payment: its own, then that of its refund. */
export async function receiptsOfPayment(
  db: Db,
  system: string,
  number: number,
): Promise<readonly ReceiptRow[]> {
  const rows = await selected(db)
    .where('system', '=', system as FiscalSystem)
    .where('number', '=', number)
    .orderBy('fiscal_receipt_id')
    .execute()
  return rows.map(rowOf)
}

/** The link of the registered receipt of an entry of the ledger, for its subscriber; null without one. */
export async function fiscalReceiptUrl(db: Db, ledgerEntryId: number): Promise<string | null> {
  const row = await db
    .selectFrom('fiscal_receipt')
    .select('url')
    .where('ledger_entry_id', '=', ledgerEntryId)
    .where('state', '=', 'registered')
    .executeTakeFirst()
  return row?.url ?? null
}

/** How many there are in each state. */
export async function countReceipts(db: Db): Promise<Readonly<Record<ReceiptState, number>>> {
  const rows = await db
    .selectFrom('fiscal_receipt')
    .select((of) => ['state', of.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(receiptStates.map((state) => [state, 0])) as Record<ReceiptState, number>
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

function selected(db: Db) {
  return db
    .selectFrom('fiscal_receipt')
    .innerJoin('account', 'account.account_id', 'fiscal_receipt.account_id')
    .selectAll('fiscal_receipt')
    .select('account.abonement')
}

function rowOf(row: Selectable<FiscalReceiptTable> & { readonly abonement: string }): ReceiptRow {
  const isOpen = row.state === 'pending' || row.state === 'sent'
  return {
    ...{ receiptId: row.fiscal_receipt_id, kind: row.kind, system: row.system, number: row.number },
    ...{ accountId: row.account_id, abonement: row.abonement, amountTiyin: row.amount_tiyin },
    ...{ happenedMs: row.happened_at.getTime(), state: row.state, reason: row.reason, note: row.note },
    ...{ url: row.url, fiscalNumber: row.fiscal_number, attempts: row.attempts },
    ...{ nextMs: isOpen ? row.next_at.getTime() : 0, endedMs: row.ended_at?.getTime() ?? 0 },
  }
}
