import type { ColumnType } from 'kysely'

/** What a service was before a change (`db/migrations/0108-settings-and-refunds.sql`). */
export interface FormerServiceTable {
  change_id: number
  service: string
  /** The version that the change made. */
  version: number
  is_set: boolean
  fields: ColumnType<Record<string, string>, string, string>
  /** Sealed, as they were. */
  secrets: ColumnType<Record<string, string>, string, string>
  made_at: Date
}

declare module '#server/platform/database/schema.ts' {
  interface Database {
    outside_service_former: FormerServiceTable
  }
}
