import type { Generated, GeneratedAlways } from 'kysely'
import type { orderStates } from '#contract/billing/cards.ts'

/**
 * The tables of the cards module (`db/migrations/0029-cards.sql` and those after it). Money is whole tiyin, 100 to a
 * sum.
 */
export interface CardTables {
  card: CardTable
  payment_order: PaymentOrderTable
  card_attempt: CardAttemptTable
  card_refund: CardRefundTable
}

export interface CardTable {
  card_id: GeneratedAlways<number>
  account_id: number
  gateway_card_id: string
  /** The gateway's token, encrypted. */
  token_sealed: string
  pan_mask: string
  expiry_yymm: string
  is_main: Generated<boolean>
  /** Pays renewals automatically. */
  auto_pay: Generated<boolean>
  created_at: Date
  deleted_at: Date | null
}

export interface PaymentOrderTable {
  order_id: GeneratedAlways<number>
  account_id: number
  amount_tiyin: number
  state: (typeof orderStates)[number]
  /** Why it was declined, in our own code. */
  reason: string | null
  card_id: number | null
  /** How the card is verified: by binding it, or by the code of this payment. */
  way: 'bind' | 'direct' | null
  code_transaction_id: number | null
  code_sent_at: Date | null
  code_tries: Generated<number>
  /** A card that the gateway had already stored, encrypted, until a code verifies its owner. */
  known_card_sealed: string | null
  gateway_transaction_id: number | null
  /** Stored before the request that takes the money. */
  apply_sent_at: Date | null
  paid_at: Date | null
  /** When it was written to the ledger. */
  credited_at: Date | null
  cheque_id: string | null
  ofd_url: string | null
  idempotency_key: string | null
  created_at: Date
  updated_at: Date
  /** The tariff to connect after the payment. */
  tariff_id: number | null
  period_id: number | null
  replaces_base: Generated<boolean>
  /** The agreed cost. */
  agreed_tiyin: number | null
  connected_at: Date | null
  /** Why it was not connected: a failure's name. */
  not_connected: string | null
}

/** The attempts for a charge of an account that is due then. */
export interface CardAttemptTable {
  account_id: number
  due_at: Date
  attempt: number
  order_id: number
  created_at: Date
}

/** An attempt to refund a payment, or a part of it. One of a payment may be `taken`. */
export interface CardRefundTable {
  order_id: number
  /** 1 for the first of its payment. */
  attempt: number
  /** The entry that took the money from the balance. */
  ledger_entry_id: number | null
  reason: string | null
  /** Who of the staff asked for it; null and '' for an operator at the command line. */
  staff_id: number | null
  staff_name: Generated<string>
  /** Of a refund of a part, which finance pays back; null: the whole payment, through the gateway. */
  part_tiyin: Generated<number | null>
  /** How the payer got a part. */
  way: Generated<'cabinet' | 'transfer' | null>
  document: Generated<string>
  ended_by_name: Generated<string>
  /**
   * `taken`: from the balance; whether the gateway has refunded it is not known yet, or finance has not paid it back.
   * `refused`: the money is on the balance again.
   */
  state: 'taken' | 'given_back' | 'refused'
  created_at: Date
  updated_at: Date
  ended_at: Generated<Date | null>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CardTables {}
}
