/** Drafts of folders as the staff sees them, and their end when nobody did. */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { comparisonOf, countItems } from '#server/imports/drafts/draft-items.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { FolderDraftItemTable, FolderDraftTable } from './tables.ts'

export type FolderDraft = Selectable<FolderDraftTable>
export type StoredFolderItem = Selectable<FolderDraftItemTable>

const maxListed = 50

/** Those that wait for a decision, and those that were applied; 50 of each, the newest first. */
export async function listFolders(db: Db, root?: string): Promise<readonly FolderDraft[]> {
  const inState = (state: 'open' | 'applied') => {
    const all = db.selectFrom('folder_draft').selectAll().where('state', '=', state)
    const some = root === undefined ? all : all.where('root', '=', root)
    return some.orderBy('id', 'desc').limit(maxListed).execute()
  }
  const [open, applied] = await Promise.all([inState('open'), inState('applied')])
  return [...open, ...applied]
}

export interface FolderPage {
  readonly view: 'all' | 'marked' | StoredFolderItem['kind']
  readonly fromItem: number
  readonly limit: number
}

/** A draft with some of its items, and how many there are in each view; undefined for none. */
export async function loadFolder(db: Db, draftId: number, { view, fromItem, limit }: FolderPage) {
  const draft = await db
    .selectFrom('folder_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  const all = db.selectFrom('folder_draft_item').selectAll().where('draft_id', '=', draftId)
  const inView =
    view === 'all'
      ? all
      : view === 'marked'
        ? all.where(sql<boolean>`marks <> '{}'`)
        : all.where('kind', '=', view)
  const items = await inView.where('item', '>=', fromItem).orderBy('item').limit(limit).execute()
  const comparison = fromItem > 0 ? '' : await comparisonOf(db, 'folder_draft_item', draftId)
  return {
    draft,
    items,
    counts: await countItems(db, 'folder_draft_item', draftId, ['new', 'changed', 'gone']),
    comparison,
  }
}

/** Nobody looks at an older draft any more. */
const draftDays = 14
const dayMs = 86_400_000

/** Deletes drafts of more than two weeks ago that were not applied. Returns how many. */
export async function purgeFolders(db: Db, nowMs: number): Promise<number> {
  const purged = await db
    .deleteFrom('folder_draft')
    .where('looked_at', '<', new Date(nowMs - draftDays * dayMs))
    .where('state', '<>', 'applied')
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}

const purgeFoldersJob = jobKind({ name: 'imports.purge-folders', data: z.object({}), cron: '52 3 * * *' })

/** Deletes old drafts of folders each night. */
export function foldersWorker(db: Db, clock: Clock): JobWorker {
  return jobWorker(purgeFoldersJob, async () => void (await purgeFolders(db, clock.nowMs())))
}
