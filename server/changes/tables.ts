import type { ColumnType, Generated } from 'kysely'

/** The tables of `db/migrations/0054-changes.sql`; written only by `server/changes`. */
export interface ChangeTables {
  change_set: ChangeSetTable
  change_entry: ChangeEntryTable
}

export interface ChangeSetTable {
  id: Generated<number>
  kind: 'edit' | 'import' | 'undo'
  section: string
  title: string
  staff_id: number | null
  staff_name: Generated<string>
  created: number
  changed: number
  deleted: number
  made_at: Date
  undoes: number | null
  undone_by: number | null
}

export interface ChangeEntryTable {
  change_id: number
  entity: string
  entity_id: number
  label: string
  /** JSON: an object of the fields that differ; null: it did not exist. */
  before: ColumnType<unknown, string | null, string | null>
  /** JSON: an object of the fields that differ; null: it was deleted. */
  after: ColumnType<unknown, string | null, string | null>
  /** JSON: ids by name. */
  followed: ColumnType<unknown, string | undefined, string>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ChangeTables {}
}
