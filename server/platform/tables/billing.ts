import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the billing room (`db/migrations/0004-billing.sql`). Money is whole tiyin, 100 to a sum. */
export interface BillingTables {
  tariff: TariffTable
  sub_tariff: SubTariffTable
  tariff_channel: TariffChannelTable
  tariff_provider: TariffProviderTable
  subscription: SubscriptionTable
  ledger_account: LedgerAccountTable
  ledger_entry: LedgerEntryTable
  ledger_posting: LedgerPostingTable
}

export interface TariffTable {
  tariff_id: number
  name_en: string
  name_ru: string
  name_uz: string
  price_tiyin: number
  /** Whose tariff it is; 1, the service itself, unless told. */
  provider_id: Generated<number>
  remote_tariff_id: number | null
  is_base: Generated<boolean>
  is_recommended: Generated<boolean>
  /** False for a tariff that is kept for those who have it and offered to nobody. */
  is_offered: Generated<boolean>
  position: Generated<number>
  /** How many streams at once it allows, 1 to 20. */
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
  /** The tariff's own, repeated so that the database can forbid a second base tariff. */
  is_base: boolean
  state: 'active' | 'suspended' | 'off'
  /** What a period costs this subscriber. */
  price_tiyin: number
  period_days: Generated<number>
  auto_renew: Generated<boolean>
  created_at: Date
  paid_until: Date
}

export interface LedgerAccountTable {
  ledger_account_id: GeneratedAlways<number>
  kind: 'subscriber' | 'payments' | 'revenue' | 'adjustments'
  /** Whose money it is; null for the service's own accounts. */
  account_id: number | null
}

export interface LedgerEntryTable {
  ledger_entry_id: GeneratedAlways<number>
  /** What happened, once: a second entry with the same reference is refused. */
  reference: string
  kind: 'top_up' | 'charge' | 'refund' | 'adjustment'
  happened_at: Date
  /** The transaction that wrote it; postings may join only in that one. */
  written_in: Generated<string>
}

export interface LedgerPostingTable {
  ledger_entry_id: number
  ledger_account_id: number
  /** Added to the account's balance; the postings of one entry add up to nought. */
  amount_tiyin: number
}
