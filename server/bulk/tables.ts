import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BulkKind, BulkState, ItemState } from '#contract/console/bulk.ts'

/** The tables of the bulk module (`db/migrations/0105-bulk.sql`, `0113-trial-proofs.sql`). */
export interface BulkTables {
  bulk_run: BulkRunTable
  bulk_item: BulkItemTable
}

export interface BulkRunTable {
  bulk_run_id: GeneratedAlways<number>
  kind: BulkKind
  purpose: 'goodwill' | 'correction'
  amount_tiyin: number
  days: number
  /** Null: the main tariff of each. */
  tariff_id: number | null
  ends_now: boolean
  reason: string
  segment_name: string
  /** As `SegmentRules`. */
  rules: ColumnType<unknown, string, string>
  state: BulkState
  frozen_at: Date | null
  total: Generated<number>
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  staff_id: number | null
  staff_name: string
  released_staff_id: number | null
  released_name: Generated<string>
  undo_reason: Generated<string>
  undo_staff_id: number | null
  undo_name: Generated<string>
  undo_at: Date | null
}

export interface BulkItemTable {
  bulk_run_id: number
  account_id: number
  state: ItemState
  reason: Generated<string>
  tariff_id: number | null
  amount_tiyin: Generated<number>
  days: Generated<number>
  replaces: Generated<boolean>
  trial_days: Generated<number>
  /** What a period costs after the trial days. */
  later_tiyin: Generated<number>
  attempts: Generated<number>
  act_id: number | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends BulkTables {}
}
