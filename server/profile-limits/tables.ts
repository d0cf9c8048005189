/** The table of this module (`db/migrations/0124-profile-watching.sql`). */
export interface ProfileLimitTables {
  profile_watching: ProfileWatchingTable
}

export interface ProfileWatchingTable {
  account_id: number
  profile_no: number
  /** In Tashkent, `2026-11-28`. */
  day: string
  session_id: string
  watched_ms: number
  last_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ProfileLimitTables {}
}
