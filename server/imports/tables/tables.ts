import type { ColumnType, Generated } from 'kysely'
import type { tableSubjects } from '#contract/console/tables.ts'
import type { TableLanguage } from './column.ts'

/** The tables of `db/migrations/0071-table-drafts.sql`; written only by `server/imports/tables`. */
export interface TableDraftTables {
  table_draft: TableDraftTable
  table_draft_part: TableDraftPartTable
  table_draft_item: TableDraftItemTable
}

export type TableSubject = (typeof tableSubjects)[number]

/** A cell or a row that cannot be taken. */
export interface TableProblem {
  /** In the file, the heading is 1. */
  readonly row: number
  /** Its name; '' for the row as a whole. */
  readonly column: string
  readonly value: string
  /** What is wrong, as a name. */
  readonly problem: string
  /** What would be taken: a range, names. */
  readonly hint: string
}

/** What deserves a look in the table as a whole. */
export interface TableWarning {
  /**
   * `mass`: most rows change in a column. `column`: one that is not ours. `read_only`: cells of a column that is not
   * read differ. `part`: most things are not in the table. `letters`: the encoding has lost letters.
   */
  readonly warning: 'mass' | 'column' | 'read_only' | 'part' | 'letters'
  readonly column: string
  readonly count: number
  readonly of: number
}

export interface TableDraftTable {
  id: Generated<number>
  subject: TableSubject
  name: string
  state: 'uploading' | 'open' | 'applied' | 'discarded'
  language: TableLanguage
  size_bytes: number
  staff_id: number | null
  staff_name: Generated<string>
  made_at: Date
  refusal: Generated<string>
  unchanged: Generated<number>
  /** JSON. */
  problems: ColumnType<readonly TableProblem[], string | undefined, string>
  problem_count: Generated<number>
  /** JSON. */
  warnings: ColumnType<readonly TableWarning[], string | undefined, string>
  change_id: number | null
  ended_at: Date | null
}

export interface TableDraftPartTable {
  draft_id: number
  begins_at: number
  bytes: Buffer
}

export type TableMark = 'similar' | 'renamed' | 'emptied' | 'number_taken' | 'guide_taken'

/** Texts of cells by column. */
export type CellTexts = Readonly<Record<string, string>>

export interface TableDraftItemTable {
  draft_id: number
  item: number
  kind: 'new' | 'changed' | 'gone'
  entity_id: number | null
  row_number: number
  label: string
  /** JSON. */
  before: ColumnType<CellTexts | null, string | null, string | null>
  after: ColumnType<CellTexts | null, string | null, string | null>
  marks: Generated<TableMark[]>
  similar_to: Generated<string>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends TableDraftTables {}
}
