import type { Generated, GeneratedAlways } from 'kysely'

/** The table of the module (`db/migrations/0123-recordings.sql`, `0128-recording-positions.sql`). */
export interface RecordingTables {
  recording: RecordingTable
}

export interface RecordingTable {
  recording_id: GeneratedAlways<number>
  account_id: number
  /** The profile that keeps it. */
  profile_no: Generated<number>
  channel_id: number
  /** Null once the guide lost the programme before it was on the air. */
  programme_id: number | null
  begin_at: Date
  end_at: Date
  title_ru: string
  title_uz: string
  subtitle_ru: Generated<string>
  subtitle_uz: Generated<string>
  season: number | null
  episode: number | null
  description_ru: Generated<string>
  description_uz: Generated<string>
  age_rating: Generated<string>
  state: 'kept' | 'gone' | 'declined'
  /** Null until the programme has ended and was measured. */
  recorded_ms: Generated<number | null>
  /** Where each profile stopped, seconds from the beginning, by the profile's number. */
  positions: Generated<Readonly<Record<string, number>>>
  /** The show for which it came by itself; null: made by hand. */
  followed_programme_id: number | null
  created_at: Date
  deleted_at: Generated<Date | null>
  expiry_notified_at: Generated<Date | null>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends RecordingTables {}
}
