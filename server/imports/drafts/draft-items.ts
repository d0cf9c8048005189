/** What drafts of lists, tables and folders have in common: how many items they have, and which comparison they are of. */
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

/** How many items of a draft are of each of these kinds, in all, and marked as deserving a look. */
export async function countItems<const Kind extends string>(
  db: Db,
  items: keyof typeof things,
  draftId: number,
  kinds: readonly Kind[],
): Promise<Record<Kind | 'all' | 'marked', number>> {
  const { rows } = await sql<{ kind: Kind; count: number; marked: number }>`
    select kind, count(*)::integer as count, (count(*) filter (where marks <> '{}'))::integer as marked
    from ${sql.table(items)} where draft_id = ${draftId} group by kind`.execute(db)
  const of = (kind: Kind) => rows.find((row) => row.kind === kind)?.count ?? 0
  return {
    ...(Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, number>),
    all: rows.reduce((sum, { count }) => sum + count, 0),
    marked: rows.reduce((sum, { marked }) => sum + marked, 0),
  }
}
