import type { ColumnType, Generated } from 'kysely'

/** The tables of `0102-operations.sql`. */
export interface OperationsTables {
  backup_settings: BackupSettingsTable
  backup: BackupTable
  backup_drill: BackupDrillTable
  node: NodeTable
}

export interface BackupSettingsTable {
  is_the_one: Generated<boolean>
  folder: Generated<string>
  is_on: Generated<boolean>
  minute_of_day: Generated<number>
  retained: Generated<number>
  with_films: Generated<boolean>
  is_drill_on: Generated<boolean>
  drill_weekday: Generated<number>
  drill_minute: Generated<number>
  since: ColumnType<Date, Date | undefined, Date>
}

type Origin = 'schedule' | 'staff' | 'operator'
type Figures = ColumnType<Readonly<Record<string, number>>, string | undefined, string>

export interface BackupTable {
  backup_id: Generated<number>
  origin: Origin
  started_by: Generated<string>
  state: 'waiting' | 'running' | 'done' | 'failed' | 'deleted'
  folder: string
  with_films: boolean
  phase: Generated<'' | 'database' | 'files'>
  done: Generated<number>
  total: Generated<number>
  bytes: Generated<number>
  row_count: Generated<number>
  file_count: Generated<number>
  checksum: Generated<string>
  figures: Figures
  problem: Generated<string>
  detail: Generated<string>
  attempts: Generated<number>
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

export interface BackupDrillTable {
  drill_id: Generated<number>
  backup_id: number | null
  origin: Origin
  started_by: Generated<string>
  state: 'waiting' | 'running' | 'passed' | 'failed'
  phase: Generated<'' | 'files' | 'restore' | 'compare'>
  figures: Figures
  took_ms: Generated<number>
  problem: Generated<string>
  detail: Generated<string>
  attempts: Generated<number>
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

export interface NodeTable {
  node_id: string
  host: string
  pid: number
  roles: string[]
  version: string
  is_quiet: boolean
  started_at: Date
  seen_at: Date
  stopped_at: Date | null
  memory_bytes: number
  loop_delay_ms: number
  clock_ahead_ms: number | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends OperationsTables {}
}
