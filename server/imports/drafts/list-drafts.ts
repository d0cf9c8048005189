/** Drafts as the staff sees them, and their end when nobody did. */
import type { Selectable } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ImportDraftItemTable, ImportDraftTable } from './tables.ts'

export type Draft = Omit<Selectable<ImportDraftTable>, 'keys'>

export interface StoredItem extends Omit<Selectable<ImportDraftItemTable>, 'before' | 'after'> {
  readonly before: Fields | null
  readonly after: Fields | null
}

const maxListed = 50
const columns = [
  'id',
  'name',
  'state',
  'size_bytes',
  'record',
  'own_groups',
  'staff_id',
  'staff_name',
  'made_at',
  'refused_whole',
  'refused',
  'unchanged',
  'change_id',
  'ended_at',
] as const

/** The newest drafts that were applied or can be, at most 50. */
export async function listDrafts(db: Db): Promise<readonly Draft[]> {
  return db
    .selectFrom('import_draft')
    .select(columns)
    .where('state', 'in', ['open', 'applied'])
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
}

/** A draft with its items from `fromItem` on, at most `limit` of them; undefined for none. */
export async function loadDraft(db: Db, draftId: number, fromItem: number, limit: number) {
  const draft = await db
    .selectFrom('import_draft')
    .select(columns)
    .where('id', '=', draftId)
    .where('state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  const items = await db
    .selectFrom('import_draft_item')
    .selectAll()
    .where('draft_id', '=', draftId)
    .where('item', '>=', fromItem)
    .orderBy('item')
    .limit(limit)
    .execute()
  const counts = await db
    .selectFrom('import_draft_item')
    .select(({ fn }) => ['kind', fn.countAll<string>().as('count')])
    .where('draft_id', '=', draftId)
    .groupBy('kind')
    .execute()
  return {
    draft,
    items: items as unknown as readonly StoredItem[],
    counts: new Map(counts.map(({ kind, count }) => [kind, Number(count)])),
  }
}

/** Nobody looks at an older draft any more. */
const draftDays = 14
const dayMs = 86_400_000

/** Discards drafts that were not ended in time, and forgets those that were discarded; returns how many. */
export async function purgeDrafts(db: Db, nowMs: number): Promise<number> {
  const before = new Date(nowMs - draftDays * dayMs)
  const purged = await db
    .deleteFrom('import_draft')
    .where('made_at', '<', before)
    .where('state', '<>', 'applied')
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}
