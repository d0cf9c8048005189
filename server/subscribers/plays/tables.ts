import type { GeneratedAlways } from 'kysely'

/** The table of failed plays (`db/migrations/0090-failed-plays.sql`). */
export interface FailedPlayTables {
  failed_play: FailedPlayTable
}

export interface FailedPlayTable {
  failed_play_id: GeneratedAlways<number>
  account_id: number
  device_id: number | null
  kind: 'film' | 'archive' | 'live'
  item_id: number
  code: string
  failed_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends FailedPlayTables {}
}
