import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the merchants module: payments of payment systems. Money is whole tiyin. */
export interface MerchantTables {
  provider_tx: ProviderTxTable
}

export interface ProviderTxTable {
  provider_tx_id: GeneratedAlways<number>
  provider: 'payme' | 'click' | 'paynet' | 'uzum'
  /** The system's number of the payment. */
  external_id: string
  account_id: number
  amount_tiyin: number
  state: 'reserved' | 'paid' | 'cancelled' | 'refunded'
  /** The moment stated by the system. */
  provider_time: Date
  created_at: Date
  paid_at: Date | null
  cancelled_at: Date | null
  /** The system's own code of the cancel reason. */
  reason: number | null
  /** The fields of the opening request. */
  asked: Generated<unknown>
  /** Fiscal receipts by their kind. */
  fiscal: Generated<unknown>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends MerchantTables {}
}
