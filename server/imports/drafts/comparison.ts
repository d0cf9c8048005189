import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/**
 * Identifies the numbering of a draft's items: what was chosen by number is applied only while it is the same. `''`
 * without items.
 */
export async function comparisonOf(
  db: Db | DbTransaction,
  items: 'import_draft_item' | 'table_draft_item',
  draftId: number,
): Promise<string> {
  const thing = items === 'import_draft_item' ? sql`key, channel_id` : sql`entity_id, label`
  const { rows } = await sql<{ comparison: string | null }>`
    select md5(string_agg(concat_ws(' ', item, kind, ${thing}), ',' order by item)) as comparison
    from ${sql.table(items)} where draft_id = ${draftId}`.execute(db)
  return rows[0]?.comparison ?? ''
}
