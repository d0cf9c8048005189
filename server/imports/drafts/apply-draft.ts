/** Applies a draft, or ends it without. */
import type { Author } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { importChannelsAsChange } from '#server/imports/m3u/import-channels.ts'
import { findUnended, lockDraft } from './check-draft.ts'
import { comparisonOf } from './draft-items.ts'
import { draftBytes } from './upload-draft.ts'

/** Which items of a draft are applied. */
export interface TakenItems {
  /** Of those that are new or changed: all, only `items`, or all but `items`. */
  readonly take: 'all' | 'only' | 'except'
  readonly items?: readonly number[]
  /** Of those that are gone, these are hidden. */
  readonly gone?: readonly number[]
  /** The comparison whose items are named; absent: whichever there is. */
  readonly comparison?: string | undefined
}

export type ApplyOutcome =
  | { readonly kind: 'applied'; readonly changeId: number; readonly changed: number }
  | { readonly kind: 'not_found' }
  /** The items were chosen, and none of them is there. */
  | { readonly kind: 'nothing_taken' }
  /** A later comparison has numbered the items again. */
  | { readonly kind: 'outdated' }

/**
 * Applies the chosen items to the channels as they are now, in one transaction, as a set of changes. Two calls at once
 * apply a draft once.
 */
export async function applyDraft(
  db: Db,
  draftId: number,
  taken: TakenItems,
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<ApplyOutcome> {
  const draft = await findUnended(db, draftId)
  if (draft === undefined || draft.state !== 'open' || draft.refused_whole !== '')
    return { kind: 'not_found' }
  const bytes = await draftBytes(db, draftId, draft.size_bytes)
  if (bytes === undefined) return { kind: 'not_found' }
  return db.transaction().execute(async (tx): Promise<ApplyOutcome> => {
    // A comparison that runs at the same time would number the items again.
    const locked = await lockDraft(tx, draftId)
    if (locked === undefined) return { kind: 'not_found' }
    const { comparison } = taken
    if (comparison !== undefined && comparison !== (await comparisonOf(tx, 'import_draft_item', draftId)))
      return { kind: 'outdated' }
    const { only, hide } = await chosenOf(tx, draftId, taken)
    if (only.size === 0 && hide.length === 0) return { kind: 'nothing_taken' }
    if (!(await endDraft(tx, draftId, 'applied', nowMs))) return { kind: 'not_found' }
    const options = { name: draft.name, bytes, record: locked.record, ownGroups: locked.own_groups }
    const { changeId, entries } = await importChannelsAsChange(tx, { ...options, only, hide, by, nowMs })
    if (changeId !== 0)
      await tx.updateTable('import_draft').set({ change_id: changeId }).where('id', '=', draftId).execute()
    await deleteContents(tx, draftId)
    return { kind: 'applied', changeId, changed: entries.length }
  })
}

/** Ends a draft without applying it; false when it has ended. */
export async function discardDraft(db: Db, draftId: number, nowMs: number): Promise<boolean> {
  const ended = await endDraft(db, draftId, 'discarded', nowMs)
  if (ended) await deleteContents(db, draftId)
  return ended
}

async function chosenOf(db: DbTransaction, draftId: number, taken: TakenItems) {
  const rows = await db
    .selectFrom('import_draft_item')
    .select(['item', 'kind', 'key', 'channel_id'])
    .where('draft_id', '=', draftId)
    .execute()
  const [listed, gone] = [new Set(taken.items), new Set(taken.gone)]
  const isChosen = (item: number) => taken.take === 'all' || listed.has(item) === (taken.take === 'only')
  return {
    only: new Set(
      rows.flatMap(({ item, kind, key }) => (kind !== 'gone' && key !== '' && isChosen(item) ? [key] : [])),
    ),
    hide: rows.flatMap(({ item, kind, channel_id: cid }) =>
      kind === 'gone' && cid !== null && gone.has(item) ? [cid] : [],
    ),
  }
}

async function endDraft(db: Db, draftId: number, state: 'applied' | 'discarded', nowMs: number) {
  const ended = await db
    .updateTable('import_draft')
    .set({ state, ended_at: new Date(nowMs) })
    .where('id', '=', draftId)
    .where('state', 'in', state === 'applied' ? ['open'] : ['uploading', 'open'])
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

async function deleteContents(db: Db, draftId: number): Promise<void> {
  await db.deleteFrom('import_draft_part').where('draft_id', '=', draftId).execute()
  await db.deleteFrom('import_draft_item').where('draft_id', '=', draftId).execute()
}
