import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the module (`db/migrations/0118-reminders.sql`, `0121-…`, `0132-…`). */
export interface ReminderTables {
  reminder: ReminderTable
  reminder_setting: ReminderSettingTable
}

export interface ReminderTable {
  reminder_id: GeneratedAlways<number>
  account_id: number
  profile_no: Generated<number>
  channel_id: number
  /** Null once the guide has the programme no more. */
  programme_id: number | null
  begin_at: Date
  end_at: Date
  title_ru: string
  title_uz: string
  subtitle_ru: Generated<string>
  subtitle_uz: Generated<string>
  season: number | null
  episode: number | null
  state: 'waiting' | 'reminded' | 'gone' | 'declined'
  created_at: Date
  reminded_at: Date | null
  /** Since when the guide has the programme no more; null while it has it. */
  gone_at: Date | null
  /** When the viewer was told of that. */
  gone_notified_at: Date | null
  /** The show for which it came by itself; null: made by hand. */
  followed_programme_id: number | null
}

export interface ReminderSettingTable {
  account_id: number
  profile_no: Generated<number>
  minutes_before: number
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ReminderTables {}
}
