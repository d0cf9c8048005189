import type { ColumnType, Generated } from 'kysely'

/** The tables of `db/migrations/0058-guide-matching.sql`; written only by `server/imports/guide`. */
export interface GuideMatchingTables {
  guide_channel: GuideChannelTable
  guide_match: GuideMatchTable
  guide_rejection: GuideRejectionTable
}

/** A programme as evidence: what a channel of a guide shows. */
export interface NextProgramme {
  /** Unix seconds. */
  readonly begin: number
  readonly title: string
}

export interface GuideChannelTable {
  source_id: number
  guide_id: string
  name: Generated<string>
  folded: string
  programmes: number
  next: ColumnType<readonly NextProgramme[], string | undefined, string>
}

export type MatchDoubt = '' | 'country' | 'feed' | 'id' | 'name' | 'taken' | 'several'

export interface GuideMatchTable {
  channel_id: number
  source_id: number
  guide_id: string
  is_applied: boolean
  matched_by: 'alias' | 'id' | 'name' | 'likeness'
  score: number
  doubt: Generated<MatchDoubt>
}

export interface GuideRejectionTable {
  channel_id: number
  guide_id: string
  staff_name: Generated<string>
  made_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends GuideMatchingTables {}
}
