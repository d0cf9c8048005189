/** What a kind of things must offer to go out as a table and to come back. */
import type { Fields } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/television.ts'
import type { CellProblem, Column, TableLanguage } from './column.ts'
import type { TableMark } from './tables.ts'

/** A thing as a row: its values by column. */
export interface TableRow {
  readonly id: number
  readonly label: string
  readonly values: Fields
}

/** A row of a table that differs from what is stored, or is new. */
export interface DifferingRow {
  readonly item: number
  /** The thing as it is; undefined for a new one. */
  readonly ours: TableRow | undefined
  /** The values that differ; of a new one all that the table has. */
  readonly changed: Fields
}

export type RowProblem = {
  /** '' refuses the whole row; otherwise only this column stays as it is. */
  readonly column: string
  readonly problem:
    | CellProblem['problem']
    | 'number_twice'
    | 'nameless'
    | 'period'
    | 'overlap'
    | 'linear'
    | 'unknown_film'
    | 'no_new'
    | 'merged'
    | 'season_windows'
    | 'genre_twice'
    | 'unknown_guide_channel'
    | 'guide_channel_taken'
    | 'no_decision'
  readonly hint: string
}

export interface Verdict {
  readonly problems: readonly RowProblem[]
  readonly marks: readonly TableMark[]
  readonly similarTo: string
}

export interface LateMark {
  readonly item: number
  readonly mark: TableMark
  readonly similarTo: string
}

/** What differs between rows is judged one after the other, in the order of the file. */
export interface RowRules {
  judge(row: DifferingRow): Promise<Verdict>
  /** What can be said only when all rows are there. */
  end(): readonly LateMark[] | Promise<readonly LateMark[]>
}

/** What is taken of a draft. */
export interface TakenRows {
  readonly changed: ReadonlyMap<number, Fields>
  readonly created: readonly Fields[]
  /** These are hidden. */
  readonly gone: readonly number[]
}

export type TableApplied =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly changed: number
      /** How many rows could not be applied and stay as they are. */
      readonly left?: number
    }
  /** Something that the table names is gone since it was compared. */
  | { readonly kind: 'changed_since' }

/** One kind of things, opened for a table in one language. */
export interface ContentTable {
  /** The first one has the ids. */
  readonly columns: readonly Column[]
  /** Waits for other changes of these things. */
  lock(tx: DbTransaction): Promise<void>
  /** All ids, in the order of the table. */
  ids(): Promise<readonly number[]>
  /** These things; those that do not exist are left out. */
  rows(ids: readonly number[]): Promise<ReadonlyMap<number, TableRow>>
  /** Of ids that `rows` left out: why, where it can be said. Without it there are none. */
  whyGone?(ids: readonly number[]): Promise<ReadonlyMap<number, RowProblem>>
  rules(): Promise<RowRules>
  /** In the transaction, as one set of changes. */
  apply(tx: DbTransaction, taken: TakenRows, who: ByWhom & { readonly title: string }): Promise<TableApplied>
}

export interface TableOptions {
  readonly language: TableLanguage
  /** Addresses of sources may be in it: they contain passwords of providers. */
  readonly withAddresses: boolean
}

export type OpenContentTable = (db: Db, options: TableOptions) => Promise<ContentTable>
