/**
 * Every table and column, written by hand for Kysely. Each module adds its own tables from its `tables.ts`, by
 * declaration merging of this interface. A test compares all of them with a freshly migrated database, so the two
 * cannot differ.
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
  /** `baseline`, `expand` or `contract`. */
  phase: string
}
