import type { ColumnType, Generated } from 'kysely'

/** The tables of `db/migrations/0006-operator.sql`; written by `server/operator` alone. */
export interface OperatorTables {
  packaging: PackagingTable
}

/** A subtitle file beside a film. */
export interface KeptSubtitle {
  readonly path: string
  readonly language: string
  readonly name?: string
}

export interface PackagingTable {
  asset_id: string
  name: string
  source_path: string
  source_stamp: string
  subtitles: ColumnType<readonly KeptSubtitle[], string, string>
  state: Generated<'waiting' | 'running' | 'ready' | 'refused'>
  fraction: Generated<number>
  reason: Generated<string>
  playable_at: Date | null
  changed_at: Generated<Date>
}
