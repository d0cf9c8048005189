import type { Generated, GeneratedAlways } from 'kysely'
import type { Decision, MatchReason } from '#contract/console/broadcast-titles.ts'

/** The tables of the module (`db/migrations/0122-broadcast-titles.sql`). */
export interface BroadcastTitleTables {
  broadcast_title: BroadcastTitleTable
}

export interface BroadcastTitleTable {
  broadcast_title_id: GeneratedAlways<number>
  work_key: string
  kind: 'film' | 'series' | 'any'
  name_ru: string
  name_uz: string
  /** 0 when the guide does not say it. */
  year: number
  matched_title_id: number | null
  score: Generated<number>
  reasons: Generated<MatchReason[]>
  decision: Generated<Decision>
  decided_title_id: number | null
  staff_name: Generated<string>
  decided_at: Date | null
  broadcasts: number
  last_end_at: Date
  poster: string | null
  backdrop: string | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends BroadcastTitleTables {}
}
