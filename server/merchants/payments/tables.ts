import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the merchants module: payments of payment systems, and refunds. Money is whole tiyin. */
export interface MerchantTables {
  provider_tx: ProviderTxTable
  provider_refund: ProviderRefundTable
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

/** An attempt to refund a payment, the whole or a part of it; the money has left the balance. */
export interface ProviderRefundTable {
  provider_tx_id: number
  /** The first, the second … of its payment. */
  attempt: number
  /** The entry that took the money from the balance. */
  ledger_entry_id: number | null
  amount_tiyin: number
  reason: string
  state: 'to_do' | 'done' | 'withdrawn'
  /** `system`: the system cancelled the payment by itself meanwhile. */
  way: 'cabinet' | 'transfer' | 'system' | null
  document: Generated<string>
  staff_id: number | null
  staff_name: Generated<string>
  ended_by_name: Generated<string>
  created_at: Date
  ended_at: Date | null
  /** Null: the system was not asked. `unclear`: it may have paid it back, which it does not say. */
  reversal: 'asked' | 'refused' | 'unclear' | null
  reversal_at: Date | null
  reversal_sent: Generated<boolean>
  reversal_problem: Generated<string>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends MerchantTables {}
}
