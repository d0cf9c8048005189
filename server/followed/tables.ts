import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the module (`db/migrations/0118-reminders.sql`, `0121-profiles.sql`). */
export interface FollowedTables {
  followed_programme: FollowedProgrammeTable
  followed_progress: FollowedProgressTable
}

export interface FollowedProgrammeTable {
  followed_programme_id: GeneratedAlways<number>
  account_id: number
  profile_no: Generated<number>
  /** The folded name without numbers of season and episode. */
  name_key: string
  /** 0: on every channel. */
  channel_id: number
  title_ru: string
  title_uz: string
  reminds: Generated<boolean>
  records: Generated<boolean>
  seen_to: Date
  created_at: Date
}

/** One row: where the job that reminds of new broadcasts goes on (`0120-refunds-and-merges.sql`). */
export interface FollowedProgressTable {
  only_row: Generated<boolean>
  /** The show before; 0: it begins with the first. */
  after_id: Generated<number>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends FollowedTables {}
}
