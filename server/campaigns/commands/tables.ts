import type { Generated, GeneratedAlways } from 'kysely'

/** The table of commands to segments (`db/migrations/0098-commands.sql`). */
export interface CommandBatchTables {
  command_batch: CommandBatchTable
}

export interface CommandBatchTable {
  command_batch_id: GeneratedAlways<number>
  kind: 'message' | 'reload' | 'sign_out' | 'channel'
  text_ru: Generated<string>
  text_uz: Generated<string>
  stays_sec: Generated<number>
  channel_id: number | null
  expires_min: number
  state: 'running' | 'stopped' | 'done'
  segment_name: string
  /** As `SegmentRules`. */
  rules: unknown
  segment_snapshot_id: number | null
  recipients: number
  after_account_id: Generated<number>
  reached: Generated<number>
  left_out: Generated<number>
  reason: string
  staff_id: number | null
  staff_name: Generated<string>
  created_at: Date
  finished_at: Date | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends CommandBatchTables {}
}
