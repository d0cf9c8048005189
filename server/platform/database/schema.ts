/**
 * Every table and column, by hand, as Kysely wants them. Each module adds its own tables here from its `tables.ts`, by
 * declaring this interface again. A test compares all of them with a freshly migrated database, so the two cannot drift apart.
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
