/** Applies a draft of a folder, or ends it without. */
import { sql } from 'kysely'
import {
  type PublishedTitle,
  type TitleImport,
  importTitles,
  lockTitles,
  noteAssetReady,
} from '#server/catalogue/catalogue.ts'
import type { Author } from '#server/changes/changes.ts'
import { comparisonOf } from '#server/imports/drafts/draft-items.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import { TooManyFiles } from '#server/imports/source/scan-folder.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import { type FolderItem, compareTitlesRead } from './compare-folder.ts'
import { findOpen, lockOpen } from './look-through.ts'
import { type FolderContents, maxFolderFiles, readTitles, withPictures } from './read-titles.ts'

/** Which items of a draft are applied: all, only `items`, or all but `items`. Of those that are gone none is. */
export interface TakenItems {
  readonly take: 'all' | 'only' | 'except'
  readonly items?: readonly number[]
  /** The look whose items are named; absent: whichever there is. */
  readonly comparison?: string | undefined
}

export type FolderApplied =
  | {
      readonly kind: 'applied'
      readonly changeId: number
      readonly changed: number
      /** Chosen items that are not as they were looked at: their files, the catalogue or a rule changed since. */
      readonly left: readonly string[]
      /** The assets to package now, in order. */
      readonly assetIds: readonly string[]
    }
  | { readonly kind: 'not_found' | 'nothing_taken' }
  | { readonly kind: 'too_large'; readonly max: number }
  /** A later look has numbered the items again. */
  | { readonly kind: 'outdated' }
  /** Nothing of what was chosen is as it was looked at. */
  | { readonly kind: 'changed_since' }

export interface ApplyDeps {
  readonly db: Db
  readonly pictures: Pick<Pictures, 'store'>
}

/** A browser waits a little longer. */
const maxApplyMs = 170_000

/**
 * Applies the chosen items in one transaction, as a set of changes, with the orders to package their files. An item of
 * which anything changed since it was looked at is left. Two calls at once apply a draft once.
 */
export async function applyFolder(
  deps: ApplyDeps,
  draftId: number,
  taken: TakenItems,
  who: { readonly by: Author; readonly nowMs: number },
): Promise<FolderApplied> {
  const { db } = deps
  const draft = await findOpen(db, draftId)
  if (draft === undefined) return { kind: 'not_found' }
  const { comparison = await comparisonOf(db, 'folder_draft_item', draftId) } = taken
  const chosen = await chosenItems(db, draftId, taken)
  // Another call may have ended the draft meanwhile.
  if (chosen.length === 0)
    return { kind: (await findOpen(db, draftId)) === undefined ? 'not_found' : 'nothing_taken' }
  const keys = new Set(chosen.map(({ title_key: key }) => key))
  const signal = AbortSignal.timeout(maxApplyMs)
  let contents: FolderContents
  try {
    contents = await readTitles(db, draft, { ...who, signal, isMeant: (key) => keys.has(key) })
  } catch (error) {
    if (error instanceof TooManyFiles || signal.aborted) return { kind: 'too_large', max: maxFolderFiles }
    // The folder is gone: so is everything in it.
    if (error instanceof Error && 'syscall' in error) return { kind: 'changed_since' }
    throw error
  }
  const titles = new Map<string, PublishedTitle>()
  for (const { title } of contents.titles)
    titles.set(title.key, await withPictures(title, contents.pictures, deps.pictures))
  const folder = draft.folder === '' ? draft.root : `${draft.root}/${draft.folder}`
  const applied = await applyWithin(db, { draftId, comparison, chosen, contents, titles, title: folder }, who)
  if (applied.kind === 'applied') await noteReady(db, contents, applied.assetIds)
  return applied
}

type ChosenItem = Awaited<ReturnType<typeof chosenItems>>[number]

async function chosenItems(db: Db, draftId: number, { take, items }: TakenItems) {
  const listed = new Set(items)
  const rows = await db
    .selectFrom('folder_draft_item')
    .select(['item', 'what', 'path', 'title_key', 'label', 'fingerprint'])
    .where('draft_id', '=', draftId)
    .where('kind', '<>', 'gone')
    .orderBy('item')
    .execute()
  return rows.filter(({ item }) => take === 'all' || listed.has(item) === (take === 'only'))
}

interface Work {
  readonly draftId: number
  readonly comparison: string
  readonly chosen: readonly ChosenItem[]
  readonly contents: FolderContents
  readonly titles: ReadonlyMap<string, PublishedTitle>
  readonly title: string
}

async function applyWithin(
  db: Db,
  work: Work,
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<FolderApplied> {
  const { draftId, comparison, chosen, contents, title } = work
  return db.transaction().execute(async (tx): Promise<FolderApplied> => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    if ((await lockOpen(tx, draftId)) === undefined) return { kind: 'not_found' }
    if (comparison !== (await comparisonOf(tx, 'folder_draft_item', draftId))) return { kind: 'outdated' }
    // Before the comparison: nobody changes a title between it and the writing.
    await lockTitles(tx)
    const { items } = await compareTitlesRead(tx, contents)
    const now = new Map(items.map((item) => [`${item.what} ${item.path}`, item]))
    const isAsSeen = ({ what, path, fingerprint }: ChosenItem) =>
      now.get(`${what} ${path}`)?.fingerprint === fingerprint
    const same = chosen.filter(isAsSeen)
    const left = chosen.filter((one) => !isAsSeen(one)).map(({ path, label }) => path || label)
    const imports = importsOf(work, same, items)
    if (imports.length === 0) return left.length > 0 ? { kind: 'changed_since' } : { kind: 'nothing_taken' }
    const { changeId, changed } = await importTitles(tx, imports, { title, by, nowMs })
    const assets = new Set(imports.flatMap((one) => assetsOf(one.title)))
    const assetIds = await contents.reading.keepOrders(tx, (assetId) => assets.has(assetId))
    await endDraft(tx, draftId, { state: 'applied', changeId, nowMs })
    return { kind: 'applied', changeId, changed, left, assetIds }
  })
}

/** The titles to write, each with its chosen episodes only. A new series without any is not written. */
function importsOf(
  { titles }: Work,
  chosen: readonly ChosenItem[],
  items: readonly FolderItem[],
): readonly TitleImport[] {
  const fresh = new Set(
    items.filter(({ what, kind }) => what === 'series' && kind === 'new').map(({ titleKey }) => titleKey),
  )
  const episodes = new Map(
    items.flatMap(({ what, path, guess, titleKey }) =>
      what === 'episode' ? [[path, `${titleKey} ${guess.season} ${guess.episode}`] as const] : [],
    ),
  )
  return [...Map.groupBy(chosen, ({ title_key: key }) => key)].flatMap(([key, some]): TitleImport[] => {
    const title = titles.get(key)
    if (title === undefined) return []
    const taken = new Set(some.map(({ path }) => episodes.get(path)))
    const seasons = title.seasons
      .map((season) => ({
        ...season,
        episodes: season.episodes.filter(({ number }) => taken.has(`${key} ${season.number} ${number}`)),
      }))
      .filter((season) => season.episodes.length > 0)
    if (title.isSeries && fresh.has(key) && seasons.length === 0) return []
    return [{ title: { ...title, seasons }, takesFields: some.some(({ what }) => what !== 'episode') }]
  })
}

function assetsOf({ film, trailer, seasons }: PublishedTitle): readonly string[] {
  const files = seasons.flatMap((season) => season.episodes.map(({ file }) => file))
  return [film, trailer, ...files].flatMap((file) => (file === undefined ? [] : [file.assetId]))
}

/** What was packaged before, and is published again, is playable at once. */
async function noteReady(db: Db, { reading }: FolderContents, working: readonly string[]): Promise<void> {
  const assets = reading.orders.map(({ assetId }) => assetId).filter((assetId) => !working.includes(assetId))
  for (const row of await packagingRows(db, assets))
    if (row.state === 'ready' && row.duration_ms > 0) await noteAssetReady(db, row.asset_id, row.duration_ms)
}

/** Ends a draft without applying it; false when it has ended. */
export async function discardFolder(db: Db, draftId: number, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if ((await lockOpen(tx, draftId)) === undefined) return false
    await endDraft(tx, draftId, { state: 'discarded', changeId: 0, nowMs })
    return true
  })
}

async function endDraft(
  tx: DbTransaction,
  draftId: number,
  end: { readonly state: 'applied' | 'discarded'; readonly changeId: number; readonly nowMs: number },
): Promise<void> {
  await tx
    .updateTable('folder_draft')
    .set({
      state: end.state,
      change_id: end.changeId === 0 ? null : end.changeId,
      ended_at: new Date(end.nowMs),
    })
    .where('id', '=', draftId)
    .execute()
  await tx.deleteFrom('folder_draft_item').where('draft_id', '=', draftId).execute()
}
