import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * The tables of the billing module (`db/migrations/0004-billing.sql`, `0028-charging.sql`). Money is whole tiyin, 100
 * to a sum.
 */
export interface BillingTables {
  tariff: TariffTable
  sub_tariff: SubTariffTable
  tariff_channel: TariffChannelTable
  tariff_provider: TariffProviderTable
  subscription: SubscriptionTable
  wallet: WalletTable
  ledger_entry: LedgerEntryTable
  charge: ChargeTable
  charge_notice: ChargeNoticeTable
  promotion: PromotionTable
  promotion_use: PromotionUseTable
  promotion_proof: PromotionProofTable
  billing_call: BillingCallTable
}

export interface TariffTable {
  tariff_id: number
  name_en: string
  name_ru: string
  name_uz: string
  price_tiyin: number
  /** The tariff's provider; 1, the service itself, by default. */
  provider_id: Generated<number>
  remote_tariff_id: number | null
  is_base: Generated<boolean>
  is_recommended: Generated<boolean>
  /** False for a tariff that is kept for its subscribers and no longer on offer. */
  is_offered: Generated<boolean>
  position: Generated<number>
  /** How many concurrent streams it allows, 1 to 20. */
  streams: Generated<number>
}

export interface SubTariffTable {
  sub_tariff_id: number
  tariff_id: number
  name_en: string
  name_ru: string
  name_uz: string
  period_days: number
  period_en: string
  period_ru: string
  period_uz: string
  price_tiyin: number
  position: Generated<number>
}

export interface TariffChannelTable {
  tariff_id: number
  cid: number
}

export interface TariffProviderTable {
  tariff_id: number
  provider_id: number
}

export interface SubscriptionTable {
  subscription_id: GeneratedAlways<number>
  account_id: number
  tariff_id: number
  /** A copy of the tariff's value, so that the database can forbid a second base tariff. */
  is_base: boolean
  state: 'active' | 'suspended' | 'off'
  /** What a period costs this subscriber. */
  price_tiyin: number
  period_days: Generated<number>
  auto_renew: Generated<boolean>
  created_at: Date
  paid_until: Date
}

export interface WalletTable {
  account_id: number
  /** Updated by the database with every ledger entry; never below zero. */
  balance_tiyin: Generated<number>
}

export interface LedgerEntryTable {
  ledger_entry_id: GeneratedAlways<number>
  /** Unique: a second entry with the same reference is refused. */
  reference: string
  kind: 'top_up' | 'charge' | 'refund' | 'reversal' | 'promotion' | 'adjustment'
  account_id: number
  /** The service account it is taken from. */
  against: 'payments' | 'revenue' | 'promotions' | 'adjustments' | 'trials'
  /** Added to the subscriber's balance. */
  amount_tiyin: number
  balance_after_tiyin: number
  /** The charged subscription. */
  subscription_id: number | null
  /** The entry that this one reverses. */
  reverses_id: number | null
  happened_at: Date
}

export interface ChargeTable {
  subscription_id: number
  period_start: Date
  period_end: Date
  account_id: number
  amount_tiyin: number
}

export interface ChargeNoticeTable {
  subscription_id: number
  paid_until: Date
  days_before: number
}

export interface PromotionTable {
  promotion_id: GeneratedAlways<number>
  kind: 'code' | 'free_days' | 'one_sum'
  /** In normal form; null for an offer. */
  code: string | null
  name_ru: string
  name_uz: string
  gift_tiyin: Generated<number>
  tariff_id: number | null
  period_days: number | null
  price_tiyin: number | null
  valid_from: Date
  valid_to: Date
  max_total: number | null
  used: Generated<number>
}

export interface PromotionUseTable {
  promotion_id: number
  account_id: number
  kind: 'code' | 'free_days' | 'one_sum'
  /** The first of its proofs (`promotion_proof` has all); null in rows older than proofs. */
  proof: string | null
  used_at: Date
}

export interface PromotionProofTable {
  promotion_id: number
  account_id: number
  kind: PromotionUseTable['kind']
  /** SHA-256 of a phone or card of the account that took it. */
  proof: string
}

export interface BillingCallTable {
  account_id: number
  key: string
  /** SHA-256 of the request's inputs. */
  inputs_hash: string
  answer: ColumnType<unknown, string, string>
  created_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends BillingTables {}
}
