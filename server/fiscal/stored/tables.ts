import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the fiscal module (`db/migrations/0097-fiscal.sql`). Money is whole tiyin. */
export interface FiscalTables {
  fiscal_receipt: FiscalReceiptTable
}

/** Whose payments may have a receipt of ours. Payme makes its own and sends the link. */
export const fiscalSystems = ['click', 'paynet', 'uzum', 'atmos'] as const
export type FiscalSystem = (typeof fiscalSystems)[number]

/** `failed`: a person must look. `not_needed`: there will be none, for `reason`. */
export const receiptStates = ['pending', 'sent', 'registered', 'failed', 'not_needed'] as const
export type ReceiptState = (typeof receiptStates)[number]

export interface FiscalReceiptTable {
  fiscal_receipt_id: GeneratedAlways<number>
  kind: 'sale' | 'refund'
  ledger_entry_id: number
  sale_id: number | null
  system: FiscalSystem
  /** Our number of the payment. */
  number: number
  account_id: number
  amount_tiyin: number
  happened_at: Date
  operation_uuid: Generated<string>
  payment_uuid: string | null
  state: Generated<ReceiptState>
  reason: Generated<string>
  note: Generated<string>
  url: Generated<string>
  fiscal_number: Generated<string>
  attempts: Generated<number>
  first_sent_at: Date | null
  next_at: Date
  gives_up_at: Date
  ended_at: Date | null
  created_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends FiscalTables {}
}
