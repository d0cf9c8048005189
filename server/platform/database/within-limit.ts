import { sql } from 'kysely'
import type { Db, DbTransaction } from './database.ts'

/**
 * What `work` reads in one transaction, none of whose statements may take longer than `limitMs`. Undefined when one did,
 * or when it waited for a lock too long. For counts that somebody waits for: they take one connection, not for minutes.
 */
export async function withinLimit<T>(
  db: Db,
  limitMs: number,
  work: (trx: DbTransaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(Math.ceil(limitMs))}, true)`.execute(trx)
      return await work(trx)
    })
  } catch (error) {
    if (isLate(error)) return undefined
    throw error
  }
}

/** `query_canceled` or `lock_not_available`. */
function isLate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['57014', '55P03'].includes(String(error.code))
}
