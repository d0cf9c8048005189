/** Drafts of tables as the staff sees them. */
import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { comparisonOf, countItems } from '#server/imports/drafts/draft-items.ts'
import type { TableDraftItemTable, TableDraftTable, TableSubject } from './tables.ts'

export type TableDraft = Selectable<TableDraftTable>
export type TableItem = Selectable<TableDraftItemTable>

const maxListed = 50

/** Those that wait for a decision, and those that were applied; 50 of each, the newest first. */
export async function listTables(db: Db, subjects: readonly TableSubject[]): Promise<readonly TableDraft[]> {
  const inState = (state: 'open' | 'applied') =>
    db
      .selectFrom('table_draft')
      .selectAll()
      .where('subject', 'in', subjects)
      .where('state', '=', state)
      .orderBy('id', 'desc')
      .limit(maxListed)
      .execute()
  const [open, applied] = await Promise.all([inState('open'), inState('applied')])
  return [...open, ...applied]
}

export interface TablePage {
  readonly view: 'all' | 'marked' | TableItem['kind']
  readonly fromItem: number
  readonly limit: number
}

/** A draft with some of its items, and how many there are in each view; undefined for none. */
export async function loadTable(
  db: Db,
  { draftId, subjects }: { readonly draftId: number; readonly subjects: readonly TableSubject[] },
  { view, fromItem, limit }: TablePage,
) {
  const draft = await db
    .selectFrom('table_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('subject', 'in', subjects)
    .where('state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  const all = db.selectFrom('table_draft_item').selectAll().where('draft_id', '=', draftId)
  const inView =
    view === 'all'
      ? all
      : view === 'marked'
        ? all.where(sql<boolean>`marks <> '{}'`)
        : all.where('kind', '=', view)
  const items = await inView.where('item', '>=', fromItem).orderBy('item').limit(limit).execute()
  const comparison = fromItem > 0 ? '' : await comparisonOf(db, 'table_draft_item', draftId)
  return {
    draft,
    items,
    counts: await countItems(db, 'table_draft_item', draftId, ['new', 'changed', 'gone']),
    comparison,
  }
}
