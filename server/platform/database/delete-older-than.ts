import { sql } from 'kysely'
import type { Db } from './database.ts'
import { inBatches, rowsAtOnce } from './in-batches.ts'
import type { Database } from './schema.ts'

/** A column name of a table, as in the database. */
type ColumnOf<Table extends keyof Database> = keyof Database[Table] & string

/**
 * Deletes the rows of `table` whose `column` is not after `until`, in batches, and returns how many. `key` are the
 * columns of its primary key. A row that a request is changing is left for the next run. May be interrupted after any
 * batch and run again.
 */
export function deleteOlderThan<Table extends keyof Database & string>(
  db: Db,
  rows: {
    readonly table: Table
    readonly key: readonly ColumnOf<Table>[]
    readonly column: ColumnOf<Table>
    readonly until: Date
    readonly signal?: AbortSignal | undefined
  },
): Promise<number> {
  const table = sql.table(rows.table)
  const key = sql.join(rows.key.map((name) => sql.ref(name)))
  return inBatches(rows.signal, async () => {
    const removed = await sql`delete from ${table} where (${key}) in (
      select ${key} from ${table} where ${sql.ref(rows.column)} <= ${rows.until}
      limit ${rowsAtOnce} for update skip locked)`.execute(db)
    return Number(removed.numAffectedRows ?? 0)
  })
}
