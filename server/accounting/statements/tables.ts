import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of the accounting module (`db/migrations/0094-accounting.sql`). Money is whole tiyin. */
export interface AccountingTables {
  ledger_act: LedgerActTable
  statement: StatementTable
  statement_part: StatementPartTable
  statement_row: StatementRowTable
  day_closing: DayClosingTable
  day_total: DayTotalTable
  day_total_progress: DayTotalProgressTable
}

/** Who of the staff wrote an entry of the ledger, and why. */
export interface LedgerActTable {
  ledger_entry_id: number
  kind: 'charge_return' | 'late_payment' | 'late_reversal'
  reason: string
  staff_id: number | null
  staff_name: string
  made_at: Date
}

/** A piece of a file while it is uploaded. */
export interface StatementPartTable {
  draft_id: number
  /** Where it begins in the file, bytes. */
  begins_at: number
  bytes: Buffer
}

type Json = ColumnType<unknown, string | undefined, string>

/** The registry of a payment system or bank. */
export interface StatementTable {
  statement_id: GeneratedAlways<number>
  system: 'payme' | 'click' | 'paynet' | 'uzum' | 'atmos' | 'bank'
  name: string
  from_day: string
  to_day: string
  state: 'uploading' | 'open' | 'closed' | 'discarded'
  size_bytes: number
  refusal: Generated<string>
  sample: Json
  problems: Json
  problem_count: Generated<number>
  skipped_count: Generated<number>
  staff_id: number | null
  staff_name: Generated<string>
  made_at: Date
  closed_by_name: Generated<string>
  closed_at: Date | null
}

export type RowKind = 'unread' | 'matched' | 'only_theirs' | 'only_ours' | 'amount' | 'refunded' | 'twice'
export type RowState = 'matched' | 'open' | 'accepted' | 'credited' | 'arrived' | 'reversed'

/** A row of it, or a payment of ours that is in none of them. */
export interface StatementRowTable {
  statement_row_id: GeneratedAlways<number>
  statement_id: number
  /** 0 for a payment that only we have. */
  line: number
  external_id: string
  theirs_tiyin: number | null
  ours_tiyin: number | null
  paid_at: Date | null
  account: Generated<string>
  /** Our payment. */
  number: number | null
  /** Of the entry that credited it; of a row of a bank the one that would. '' else. */
  reference: Generated<string>
  kind: Generated<RowKind>
  state: Generated<RowState>
  note: Generated<string>
  by_name: Generated<string>
  resolved_at: Date | null
}

/** The totals of a day that is over. */
export interface DayTotalTable {
  day: string
  totals: ColumnType<unknown, string, string>
}

/** How far the ledger is in the totals. */
export interface DayTotalProgressTable {
  is_only: Generated<boolean>
  ledger_entry_id: number
}

/** A day that two people have closed. */
export interface DayClosingTable {
  day_closing_id: GeneratedAlways<number>
  day: string
  state: 'signed' | 'closed' | 'reopened'
  totals: ColumnType<unknown, string, never>
  statements: ColumnType<unknown, string, never>
  first_staff_id: number | null
  first_name: string
  first_at: Date
  second_staff_id: number | null
  second_name: Generated<string>
  second_at: Date | null
  reopened_name: Generated<string>
  reopened_reason: Generated<string>
  reopened_at: Date | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends AccountingTables {}
}
