import type { ColumnType, Generated } from 'kysely'
import type { Doubt } from '#server/imports/guide/channel-likeness.ts'
import type { Refusal } from '#server/imports/source/import-report.ts'

/** Tables of `db/migrations/0077-guide-drafts.sql` that are written only by `server/imports/guide-drafts`. */
export interface GuideDraftTables {
  guide_draft: GuideDraftTable
  guide_draft_channel: GuideDraftChannelTable
}

/** A channel of the guide that is alike one of ours, but not surely the same. */
export interface DraftProposal {
  readonly cid: number
  readonly guideId: string
  readonly guideName: string
  readonly score: number
  readonly doubt: Doubt
}

export interface GuideDraftTable {
  id: number
  name: string
  state: 'uploading' | 'open' | 'applied' | 'discarded'
  size_bytes: number
  source_id: number | null
  zone: Generated<string>
  shift_min: Generated<number>
  country: Generated<string>
  /** JSON. */
  mapping: ColumnType<unknown, string | null | undefined, string | null>
  staff_id: number | null
  staff_name: Generated<string>
  made_at: Date
  comparison: Generated<number>
  refused_whole: Generated<string>
  /** JSON. */
  refused: ColumnType<readonly Refusal[], string | undefined, string>
  refused_count: Generated<number>
  channels: Generated<number>
  foreign_programmes: Generated<number>
  faraway: Generated<number>
  faraway_at: Date | null
  /** JSON. */
  proposals: ColumnType<readonly DraftProposal[], string | undefined, string>
  missing: Generated<number[]>
  is_partial: Generated<boolean>
  change_id: number | null
  ended_at: Date | null
}

/** Why a channel of a draft deserves a look. */
export type GuideMark = 'loss' | 'shifted' | 'other' | 'ends_soon' | 'unsure'

export interface GuideDraftChannelTable {
  draft_id: number
  channel_id: number
  guide_id: string
  guide_name: Generated<string>
  matched_by: 'alias' | 'id' | 'name'
  score: number
  added: number
  changed: number
  unchanged: number
  removed: number
  begin_at: Date
  end_at: Date
  gaps: number
  gap_minutes: number
  ahead: number
  lost: number
  shifted_hours: Generated<number>
  marks: Generated<string[]>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends GuideDraftTables {}
}
