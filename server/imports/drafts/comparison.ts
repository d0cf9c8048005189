import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** What an item is about, besides its number and kind. */
const things = {
  import_draft_item: sql`key, channel_id, before, after`,
  table_draft_item: sql`entity_id, label, before, after`,
  folder_draft_item: sql`path, fingerprint`,
}

/**
 * Identifies the items of a draft, with what they would change: what was chosen by number is applied only while they are
 * the same. `''` without items.
 */
export async function comparisonOf(
  db: Db | DbTransaction,
  items: keyof typeof things,
  draftId: number,
): Promise<string> {
  const { rows } = await sql<{ comparison: string | null }>`
    select md5(string_agg(concat_ws(' ', item, kind, ${things[items]}), ',' order by item)) as comparison
    from ${sql.table(items)} where draft_id = ${draftId}`.execute(db)
  return rows[0]?.comparison ?? ''
}
