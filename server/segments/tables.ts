import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of the segments module (`db/migrations/0093-messages.sql`). */
export interface SegmentTables {
  segment: SegmentTable
  segment_snapshot: SegmentSnapshotTable
  segment_member: SegmentMemberTable
}

export interface SegmentTable {
  segment_id: GeneratedAlways<number>
  name: string
  /** As `SegmentRules`. */
  rules: unknown
  version: Generated<number>
  changed_at: Date
}

export interface SegmentSnapshotTable {
  segment_snapshot_id: GeneratedAlways<number>
  created_at: Date
}

export interface SegmentMemberTable {
  segment_snapshot_id: number
  account_id: number
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends SegmentTables {}
}
