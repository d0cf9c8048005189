import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the campaigns module (`db/migrations/0093-messages.sql`, `0096-campaign-spending.sql`). */
export interface CampaignTables {
  message_template: MessageTemplateTable
  message_settings: MessageSettingsTable
  message_opt_out: MessageOptOutTable
  message_receipt: MessageReceiptTable
  campaign: CampaignTable
  campaign_delivery: CampaignDeliveryTable
}

export type MessageKind = 'marketing' | 'service'
export type Medium = 'push' | 'app' | 'sms'
export type CampaignState = 'draft' | 'scheduled' | 'running' | 'stopped' | 'done'

export interface MessageTemplateTable {
  message_template_id: GeneratedAlways<number>
  name: string
  kind: MessageKind
  /** As `MessageTexts`. */
  texts: unknown
  version: Generated<number>
  changed_at: Date
}

/** One row. */
export interface MessageSettingsTable {
  only_row: Generated<boolean>
  cap_count: Generated<number>
  cap_days: Generated<number>
  sms_price_tiyin: Generated<number>
  sms_per_minute: Generated<number>
}

export interface MessageOptOutTable {
  account_id: number
  created_at: Date
}

export interface MessageReceiptTable {
  gateway: string
  gateway_message_id: string
  state: string
  received_at: Date
}

export interface CampaignTable {
  campaign_id: GeneratedAlways<number>
  name: string
  state: CampaignState
  stopped_by: Generated<'' | 'staff' | 'budget'>
  message_template_id: number | null
  segment_id: number | null
  kind: MessageKind
  /** As `MessageTexts`. */
  texts: unknown
  /** As `SegmentRules`. */
  rules: unknown
  media: Medium[]
  starts_at: Date
  day_hours: boolean
  budget_tiyin: number | null
  /** Of SMS, with those that a gateway has at this moment. */
  spent_tiyin: Generated<number>
  version: Generated<number>
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  staff_id: number | null
  staff_name: Generated<string>
}

export interface CampaignDeliveryTable {
  campaign_id: number
  account_id: number
  state: 'waiting' | 'sending' | 'sent' | 'uncertain' | 'failed' | 'skipped'
  reason: Generated<string>
  medium: Generated<'' | Medium>
  attempts: Generated<number>
  next_attempt_at: Date
  notification_id: number | null
  gateway: Generated<string>
  gateway_message_id: Generated<string>
  cost_tiyin: Generated<number>
  sent_at: Date | null
  receipt: Generated<string>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CampaignTables {}
}
