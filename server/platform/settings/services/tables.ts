import type { ColumnType, GeneratedAlways } from 'kysely'

/** The table of outside services (`db/migrations/0101-outside-services.sql`). */
export interface OutsideServiceTable {
  service: string
  /** For sets of changes (`0108-settings-and-refunds.sql`). */
  service_id: GeneratedAlways<number>
  version: number
  is_set: boolean
  /** Plain values by the name of their field; written as JSON text. */
  fields: ColumnType<Record<string, string>, string, string>
  /** Sealed values by the name of their field. */
  secrets: ColumnType<Record<string, string>, string, string>
  changed_by: string
  changed_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database {
    outside_service: OutsideServiceTable
  }
}
