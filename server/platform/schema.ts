/**
 * Every table and column, by hand, as Kysely wants them. A test compares this with a freshly migrated
 * database, so the two cannot drift apart.
 */
export interface Database {
  migration: MigrationTable
}

/** Which files of `db/migrations` were applied; owned by `migrate.ts`. */
export interface MigrationTable {
  number: number
  name: string
  hash: string
  applied_at: Date
}
