import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Deletes edits of programmes that ended before `beforeMs` (unix milliseconds), and shifts of periods that did. */
export async function forgetOldEdits(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs)
  await db
    .deleteFrom('programme_edit')
    .where(
      sql<boolean>`greatest(end_at, to_timestamp((source->>'endMs')::double precision / 1000)) < ${before}`,
    )
    .execute()
  await db.deleteFrom('programme_shift').where('to_at', '<', before).execute()
}
