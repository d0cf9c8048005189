/** The tables of alarms (`db/migrations/0063-alarms.sql`). */
import type { ColumnType, Generated } from 'kysely'
import type { AlarmKind, Family } from '#server/alarms/problems/kinds.ts'

export type TargetKind = 'telegram' | 'email' | 'webhook' | 'sms'
export type TargetLanguage = 'ru' | 'uz' | 'en'
export type DeliveryEvent = 'raised' | 'ended' | 'test'
export type DeliveryState = 'waiting' | 'sent' | 'failed'

export interface AlarmTargetTable {
  target_id: Generated<number>
  kind: TargetKind
  name: string
  address: string
  secret_sealed: Generated<string>
  /** The Bot API that the token of a bot was entered for: scheme, host and port. */
  secret_origin: Generated<string>
  language: TargetLanguage
  created_at: Generated<Date>
}

export interface AlarmRuleTable {
  rule_id: Generated<number>
  name: string
  kinds: AlarmKind[]
  minutes: number
  quiet_from: number | null
  quiet_until: number | null
  target_ids: Generated<number[]>
  is_on: Generated<boolean>
  created_at: Generated<Date>
}

export interface AlarmTable {
  alarm_id: Generated<number>
  rule_id: number | null
  rule_name: string
  family: Family
  host: string
  kind: AlarmKind
  began_at: Date
  raised_at: Date
  calm_since: Date | null
  ended_at: Date | null
  notified_at: Date | null
  end_notified_at: Date | null
  acknowledged_at: Date | null
  acknowledged_by: Generated<string>
  muted_until: Date | null
  muted_by: Generated<string>
  mute_reason: Generated<string>
}

export interface AlarmChannelTable {
  alarm_id: number
  channel_id: number
  number: number
  name: string
  kind: AlarmKind
  began_at: Date
  ended_at: Date | null
}

export interface AlarmNoteTable {
  note_id: Generated<number>
  alarm_id: number
  staff_name: string
  text: string
  made_at: Date
}

export interface AlarmChannelMuteTable {
  channel_id: number
  muted_until: Date
  muted_by: string
  reason: string
  made_at: Date
}

export interface AlarmDeliveryTable {
  delivery_id: Generated<number>
  alarm_id: number | null
  target_id: number | null
  target_name: string
  event: DeliveryEvent
  state: ColumnType<DeliveryState, DeliveryState | undefined>
  attempts: Generated<number>
  problem: Generated<string>
  created_at: Date
  settled_at: Date | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database {
    alarm_target: AlarmTargetTable
    alarm_rule: AlarmRuleTable
    alarm: AlarmTable
    alarm_channel: AlarmChannelTable
    alarm_note: AlarmNoteTable
    alarm_channel_mute: AlarmChannelMuteTable
    alarm_delivery: AlarmDeliveryTable
  }
}
