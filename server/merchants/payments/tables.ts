import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the merchants module: payments that payment systems brought in. Money is whole tiyin. */
export interface MerchantTables {
  provider_tx: ProviderTxTable
}

export interface ProviderTxTable {
  provider_tx_id: GeneratedAlways<number>
  provider: 'payme' | 'click' | 'paynet' | 'uzum'
  /** The payment's number with the system. */
  external_id: string
  account_id: number
  amount_tiyin: number
  state: 'reserved' | 'paid' | 'cancelled' | 'refunded'
  /** The moment the system names. */
  provider_time: Date
  created_at: Date
  paid_at: Date | null
  cancelled_at: Date | null
  /** The system's own number for why it was cancelled. */
  reason: number | null
  /** What the opening call said. */
  asked: Generated<unknown>
  /** Fiscal receipts by their kind. */
  fiscal: Generated<unknown>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends MerchantTables {}
}
