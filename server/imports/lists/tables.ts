import type { ColumnType, Generated } from 'kysely'

/** The table of `db/migrations/0057-list-sources.sql` and `0061-list-editions.sql`; written only by `server/imports/lists`. */
export interface ListTables {
  list_source: ListSourceTable
}

export type ListOutcome = 'waiting' | 'same' | 'draft' | 'applied' | 'refused' | 'unreachable'

export interface ListSourceTable {
  id: Generated<number>
  address: string
  every_min: number
  applies: Generated<boolean>
  record: Generated<boolean>
  own_groups: Generated<boolean>
  staff_id: number | null
  staff_name: Generated<string>
  outcome: ColumnType<ListOutcome, ListOutcome | undefined, ListOutcome>
  refusal: ColumnType<string, undefined, string>
  draft_id: ColumnType<number | null, undefined, number | null>
  digest: ColumnType<string, undefined, string>
  tried_at: ColumnType<Date | null, undefined, Date>
  next_at: Date
  failures: ColumnType<number, undefined, number>
  claimed_until: ColumnType<Date | null, undefined, Date | null>
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ListTables {}
}
