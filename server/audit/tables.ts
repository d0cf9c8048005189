import type { ColumnType } from 'kysely'

/**
 * The table of the audit module (`db/migrations/0010-audit.sql`, `0052-staff.sql`). Rows are never changed, except that those of a person
 * may be emptied (`0099-personal-data.sql`).
 */
export interface AuditTables {
  security_event: SecurityEventTable
}

export interface SecurityEventTable {
  /** Consecutive from 1: a missing number means a deleted row. */
  event_id: ColumnType<number, number, never>
  happened_at: ColumnType<Date, Date, never>
  event: ColumnType<string, string, never>
  account_id: ColumnType<number | null, number | null | undefined, never>
  actor: ColumnType<Actor, Actor, never>
  address: ColumnType<string, string | undefined, ''>
  device: ColumnType<string, string | undefined, ''>
  /** A small flat object; written as JSON text. */
  facts: ColumnType<Record<string, unknown>, string | undefined, '{}'>
  /** SHA-256, 64 hex digits. */
  hash: ColumnType<string, string, never>
  /** A change in a section of the console; '' and null for every other event. */
  staff_id: ColumnType<number | null, number | null | undefined, never>
  staff_name: ColumnType<string, string | undefined, never>
  section: ColumnType<string, string | undefined, never>
  subject: ColumnType<string, string | undefined, never>
  /** Written as JSON text. */
  before: ColumnType<unknown, string | null | undefined, null>
  after: ColumnType<unknown, string | null | undefined, null>
}

type Actor = 'viewer' | 'operator' | 'system' | 'staff'

declare module '#server/platform/database/schema.ts' {
  interface Database extends AuditTables {}
}
