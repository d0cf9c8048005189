import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the dealers module (`db/migrations/0104-dealers.sql`). Money is whole tiyin, days are Tashkent's. */
export interface DealerTables {
  dealer_contract: DealerContractTable
  dealer_rule: DealerRuleTable
  dealer_subscriber: DealerSubscriberTable
  dealer_detached: DealerDetachedTable
  dealer_promotion: DealerPromotionTable
  dealer_payout: DealerPayoutTable
  dealer_entry: DealerEntryTable
  dealer_commission: DealerCommissionTable
}

export interface DealerContractTable {
  dealer_id: number
  contact: Generated<string>
  phone: Generated<string>
  contract: Generated<string>
  /** How far below zero the deposit may go. */
  credit_limit_tiyin: Generated<number>
  /** Both are moved by the database with every entry. */
  deposit_tiyin: Generated<number>
  commission_tiyin: Generated<number>
  /** Null: it was never stopped. */
  active_since: Date | null
  version: Generated<number>
}

export interface DealerRuleTable {
  dealer_rule_id: GeneratedAlways<number>
  dealer_id: number
  kind: 'first_payment' | 'every_payment' | 'connected'
  /** Hundredths of a percent. */
  share: Generated<number>
  amount_tiyin: Generated<number>
  months: Generated<number>
  cap_tiyin: number | null
  from_day: string
  to_day: string | null
  created_at: Date
}

export interface DealerSubscriberTable {
  account_id: number
  dealer_id: number
  way: 'registration' | 'promotion' | 'staff'
  attached_at: Date
  reason: Generated<string>
  staff_id: number | null
  staff_name: Generated<string>
}

export interface DealerDetachedTable {
  account_id: number
  detached_at: Date
}

export interface DealerPromotionTable {
  promotion_id: number
  dealer_id: number
}

export interface DealerPayoutTable {
  dealer_payout_id: GeneratedAlways<number>
  dealer_id: number
  to_day: string
  amount_tiyin: number
  state: 'prepared' | 'approved' | 'paid' | 'cancelled'
  prepared_staff_id: number | null
  prepared_name: Generated<string>
  prepared_at: Date
  approved_staff_id: number | null
  approved_name: Generated<string>
  approved_at: Date | null
  ended_name: Generated<string>
  ended_at: Date | null
  document: Generated<string>
}

export interface DealerEntryTable {
  dealer_entry_id: GeneratedAlways<number>
  /** Unique: a second entry with the same reference is refused. */
  reference: string
  dealer_id: number
  account: 'deposit' | 'commission'
  kind: 'paid_in' | 'returned' | 'cash' | 'cash_back' | 'commission' | 'commission_back' | 'payout'
  against: 'bank' | 'subscribers' | 'expense'
  /** Added to the dealer's account. */
  amount_tiyin: number
  balance_after_tiyin: number
  ledger_entry_id: number | null
  document: Generated<string>
  reason: Generated<string>
  staff_id: number | null
  staff_name: Generated<string>
  happened_at: Date
}

export interface DealerCommissionTable {
  ledger_entry_id: number
  dealer_rule_id: number
  dealer_id: number
  account_id: number
  base_tiyin: number
  amount_tiyin: number
  taken_back_tiyin: Generated<number>
  happened_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends DealerTables {}
}
