import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Hides titles from every list, or shows them again. Returns those of `vids` that exist. */
export async function hideTitles(
  db: Db,
  vids: readonly number[],
  isHidden: boolean,
): Promise<readonly number[]> {
  if (vids.length === 0) return []
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('title')
      .set({ is_hidden: isHidden })
      .where('id', 'in', [...vids])
      .returning('id')
      .execute()
    if (rows.length > 0) await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  })
}
