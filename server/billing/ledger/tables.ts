import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ChannelRule } from '#contract/console/channel-rules.ts'

/**
 * The tables of the billing module (`db/migrations/0004-billing.sql`, `0028-charging.sql`). Money is whole tiyin, 100
 * to a sum.
 */
export interface BillingTables {
  tariff: TariffTable
  sub_tariff: SubTariffTable
  tariff_channel: TariffChannelTable
  tariff_channel_excluded: TariffChannelExcludedTable
  tariff_provider: TariffProviderTable
  tariff_price: TariffPriceTable
  subscription: SubscriptionTable
  wallet: WalletTable
  ledger_entry: LedgerEntryTable
  charge: ChargeTable
  charge_notice: ChargeNoticeTable
  promotion: PromotionTable
  promotion_batch: PromotionBatchTable
  promotion_use: PromotionUseTable
  promotion_proof: PromotionProofTable
  trial_proof: TrialProofTable
  billing_call: BillingCallTable
  dunning: DunningTable
  suspension_notice: SuspensionNoticeTable
  gift_period: GiftPeriodTable
  subscription_pause: SubscriptionPauseTable
  planned_change: PlannedChangeTable
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
  /** How it looks; '' for none. */
  description_ru: Generated<string>
  description_uz: Generated<string>
  /** The name of a built-in icon; '' when it has a picture. */
  icon: Generated<string>
  picture: Generated<string>
  /** `#rrggbb`. */
  colour: Generated<string>
  /** Written as JSON text. */
  channel_rules: ColumnType<readonly ChannelRule[], string | undefined, string>
  pause_by: Generated<'nobody' | 'staff' | 'subscriber'>
  pause_min_days: Generated<number>
  pause_max_days: Generated<number>
  /** Once in twelve months. */
  pause_once: Generated<boolean>
  /** 0: none. */
  trial_days: Generated<number>
  /** Hours of recordings; 0: none. */
  recording_hours: Generated<number>
  other_players: Generated<boolean>
  /** See `ChangeRule`. */
  change_up: Generated<'now' | 'end'>
  change_down: Generated<'end' | 'now'>
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
  /** True: a rule put it there. */
  by_rule: Generated<boolean>
}

export interface TariffChannelExcludedTable {
  tariff_id: number
  cid: number
}

export interface TariffProviderTable {
  tariff_id: number
  provider_id: number
}

/** A price from a date on. */
export interface TariffPriceTable {
  tariff_price_id: number
  tariff_id: number
  /** Of the tariff's periods of this length. */
  period_days: number
  price_tiyin: number
  effective_at: Date
  payers: 'new' | 'all'
  /** The tariff's price before, from the moment this one is the tariff's. */
  former_tiyin: Generated<number | null>
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
  /** When `price_tiyin` was agreed; null: when it was created. */
  priced_at: Generated<Date | null>
  /** The end of the latest pause, also of one that is over. */
  paused_until: Generated<Date | null>
  /** It was connected by mistake and taken back. */
  connection_reversed_at: Generated<Date | null>
  /** The subscription of a merged account that goes on as this one. */
  moved_from: Generated<number | null>
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
  against:
    | 'payments'
    | 'revenue'
    | 'promotions'
    | 'adjustments'
    | 'trials'
    | 'goodwill'
    | 'corrections'
    | 'external'
    | 'dealers'
    | 'transfers'
  /** Added to the subscriber's balance. */
  amount_tiyin: number
  balance_after_tiyin: number
  /** The charged subscription. */
  subscription_id: number | null
  /** The entry that this one reverses. */
  reverses_id: number | null
  /** Of an `adjustment`: the entry of a refund that was given up, whose money this one put back. */
  restores_id: Generated<number | null>
  happened_at: Date
}

export interface ChargeTable {
  subscription_id: number
  period_start: Date
  period_end: Date
  account_id: number
  amount_tiyin: number
  /** The promotion that paid for it; null: the subscriber did. */
  promotion_id: Generated<number | null>
}

/** A change to another base tariff at the end of the paid time. */
export interface PlannedChangeTable {
  planned_change_id: GeneratedAlways<number>
  account_id: number
  /** The base subscription that ends then. */
  subscription_id: number
  /** What begins then, and what was agreed. */
  tariff_id: number
  price_tiyin: number
  period_days: number
  planned_at: Date
  /** Whether the subscription renewed itself before. */
  did_renew: boolean
  state: Generated<'planned' | 'done' | 'undone' | 'replaced' | 'cancelled'>
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
  /** The batch it belongs to; null for a code of its own. */
  batch_id: Generated<number | null>
}

/** Codes that are made together. */
export interface PromotionBatchTable {
  batch_id: GeneratedAlways<number>
  name_ru: string
  name_uz: string
  partner: Generated<string>
  codes: Generated<number>
  gift_tiyin: Generated<number>
  tariff_id: number | null
  period_days: number | null
  price_tiyin: number | null
  valid_from: Date
  valid_to: Date
  max_uses: number | null
  budget_tiyin: number | null
  per_account: Generated<number>
  used: Generated<number>
  spent_tiyin: Generated<number>
  /** Null: its codes are still coming. */
  opened_at: Date | null
  stopped_at: Generated<Date | null>
  created_at: Date
  /** '' for the command line. */
  created_by: Generated<string>
  /** The client's own name of the request that generated it. */
  request_key: string | null
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

export interface TrialProofTable {
  tariff_id: number
  /** SHA-256 of a phone or card of the account that began the trial days. */
  proof: string
  subscription_id: number
}

export interface BillingCallTable {
  account_id: number
  key: string
  /** SHA-256 of the request's inputs. */
  inputs_hash: string
  answer: ColumnType<unknown, string, string>
  created_at: Date
}

export interface DunningTable {
  dunning_id: Generated<number>
  before_days: number[]
  after_days: number[]
  retry_days: number[]
  /** Hours of Tashkent, 0 to 24. */
  retry_from: number
  retry_until: number
  version: Generated<number>
}

export interface SuspensionNoticeTable {
  subscription_id: number
  /** When it was suspended. */
  paid_until: Date
  days_after: number
}

export interface GiftPeriodTable {
  gift_period_id: GeneratedAlways<number>
  reference: string
  account_id: number
  subscription_id: number
  period_start: Date
  period_end: Date
  created_at: Date
  taken_back_at: Generated<Date | null>
}

export interface SubscriptionPauseTable {
  subscription_pause_id: GeneratedAlways<number>
  reference: string
  account_id: number
  subscription_id: number
  tariff_id: number
  /** The pause of the base tariff that it belongs to. */
  with_pause_id: number | null
  started_by: 'staff' | 'subscriber'
  started_at: Date
  planned_until: Date
  ended_at: Generated<Date | null>
  /** Where the paid time ended when it was moved the last time. */
  paid_until: Date
  taken_back_at: Generated<Date | null>
  /** When the minute job saw that it had ended as planned. */
  end_noted_at: Generated<Date | null>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends BillingTables {}
}
