/** Drafts as the staff sees them, and their end when nobody did. */
import { type Selectable, sql } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { comparisonOf, countItems } from './draft-items.ts'
import type { ImportDraftItemTable, ImportDraftTable } from './tables.ts'

export type Draft = Omit<Selectable<ImportDraftTable>, 'keys' | 'origin'>

export interface StoredItem extends Omit<Selectable<ImportDraftItemTable>, 'before' | 'after'> {
  readonly before: Fields | null
  readonly after: Fields | null
}

/** More would be a mistake of a script; they end after two weeks. */
const maxOpen = 500
const maxApplied = 50
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
  'groups',
  'ended_at',
] as const

/** Drafts that wait for a decision, and the newest 50 that were applied; each the newest first. */
export async function listDrafts(db: Db): Promise<readonly Draft[]> {
  const inState = (state: 'open' | 'applied', limit: number) =>
    db
      .selectFrom('import_draft')
      .select(columns)
      .where('state', '=', state)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  const [open, applied] = await Promise.all([inState('open', maxOpen), inState('applied', maxApplied)])
  return [...open, ...applied]
}

/** Which items are loaded. */
export interface ItemPage {
  /** All, those of one kind, or those that deserve a look. */
  readonly view: 'all' | 'marked' | StoredItem['kind']
  readonly fromItem: number
  readonly limit: number
}

/** A draft with some of its items, and how many there are in each view; undefined for none. */
export async function loadDraft(db: Db, draftId: number, { view, fromItem, limit }: ItemPage) {
  const draft = await db
    .selectFrom('import_draft')
    .select(columns)
    .where('id', '=', draftId)
    .where('state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  const all = db.selectFrom('import_draft_item').selectAll().where('draft_id', '=', draftId)
  const inView =
    view === 'all'
      ? all
      : view === 'marked'
        ? all.where(sql<boolean>`marks <> '{}'`)
        : all.where('kind', '=', view)
  const items = await inView.where('item', '>=', fromItem).orderBy('item').limit(limit).execute()
  return {
    draft,
    items: items as unknown as readonly StoredItem[],
    counts: await countItems(db, 'import_draft_item', draftId, ['new', 'changed', 'gone', 'follows']),
    comparison: fromItem > 0 ? '' : await comparisonOf(db, 'import_draft_item', draftId),
  }
}

/** Nobody looks at an older draft any more. */
const draftDays = 14
const dayMs = 86_400_000

/**
 * Deletes drafts of more than two weeks ago, returns how many. The edition of a list that waits stays, and of those
 * that were applied the newest of each list: the next edition is compared with it.
 */
export async function purgeDrafts(db: Db, nowMs: number): Promise<number> {
  const purged = await db
    .deleteFrom('import_draft')
    .where('made_at', '<', new Date(nowMs - draftDays * dayMs))
    .where(
      sql<boolean>`(case state
        when 'open' then not exists (select from list_source where draft_id = import_draft.id)
        when 'applied' then exists (
          select from import_draft newer
          where newer.state = 'applied' and newer.name = import_draft.name
            and newer.origin = import_draft.origin and newer.id > import_draft.id)
        else true end)`,
    )
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}
