/** Applies a draft of the guide, or ends it without. */
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Author } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { deleteEdition, publishEdition } from '#server/television/television.ts'
import { type GuideDraftDeps, draftFile } from './draft-file.ts'

/** Which channels of a draft are applied: all, only `cids`, or all but `cids`. */
export interface TakenChannels {
  readonly take: 'all' | 'only' | 'except'
  readonly cids?: readonly number[]
  /** The comparison whose channels are chosen; absent: whichever there is. */
  readonly comparison?: number | undefined
}

export type GuideApplyOutcome =
  | {
      readonly kind: 'applied'
      /** 0 when nothing differed. */
      readonly changeId: number
      /** How many channels have other programmes now. */
      readonly changed: number
    }
  | { readonly kind: 'not_found' }
  /** None of its channels was chosen. */
  | { readonly kind: 'nothing_taken' }
  /** It was compared again since, or just is. */
  | { readonly kind: 'outdated' }

/**
 * Applies the chosen channels to the guide as it is now, in one transaction, as a set of changes. Two calls at once apply
 * a draft once. A source whose delivery was held back continues with it.
 */
export async function applyGuideDraft(
  deps: GuideDraftDeps,
  draftId: number,
  taken: TakenChannels,
  { by, nowMs }: { readonly by: Author; readonly nowMs: number },
): Promise<GuideApplyOutcome> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const draft = await lockOpen(tx, draftId)
    if (draft === undefined || draft.refused_whole !== '') return { kind: 'not_found' } as const
    const { comparison } = taken
    if (comparison !== undefined && comparison !== draft.comparison) return { kind: 'outdated' } as const
    const { chosen, isPartial } = await chosenOf(tx, draftId, taken)
    if (chosen.length === 0) return { kind: 'nothing_taken' } as const
    const published = await publishEdition(tx, {
      ...{ editionId: draftId, cids: chosen, title: draft.name, by, nowMs },
    })
    const { changeId } = published
    await tx
      .updateTable('guide_draft')
      .set({
        state: 'applied',
        is_partial: isPartial,
        change_id: changeId === 0 ? null : changeId,
        ended_at: new Date(nowMs),
      })
      .where('id', '=', draftId)
      .execute()
    if (draft.source_id !== null)
      await continueSource(tx, draft.source_id, { ...draft, draftId, chosen, isPartial, nowMs })
    await deleteEdition(tx, draftId)
    // Those that were applied stay, so that the draft says what it brought.
    await tx
      .deleteFrom('guide_draft_channel')
      .where('draft_id', '=', draftId)
      .where('channel_id', 'not in', [...chosen])
      .execute()
    return { kind: 'applied', ...published, draft } as const
  })
  if (outcome.kind !== 'applied') return outcome
  await deleteFile(deps, outcome.draft)
  return { kind: 'applied', changeId: outcome.changeId, changed: outcome.changed }
}

/** Ends a draft without applying it; false when it has ended. A source goes on with its next delivery. */
export async function discardGuideDraft(
  deps: GuideDraftDeps,
  draftId: number,
  nowMs: number,
): Promise<boolean> {
  const draft = await deps.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('guide_draft')
      .set({ state: 'discarded', ended_at: new Date(nowMs) })
      .where('id', '=', draftId)
      .where('state', 'in', ['uploading', 'open'])
      .returning(['id', 'source_id'])
      .executeTakeFirst()
    if (ended === undefined) return undefined
    await deleteContents(tx, draftId)
    if (ended.source_id !== null)
      await tx
        .updateTable('guide_source')
        .set({ state: 'unchanged', outcome: 'the delivery that was held back was discarded' })
        .where('id', '=', ended.source_id)
        .where('state', '=', 'held')
        .execute()
    return ended
  })
  if (draft === undefined) return false
  await deleteFile(deps, draft)
  return true
}

async function lockOpen(tx: DbTransaction, draftId: number) {
  return tx
    .selectFrom('guide_draft')
    .select(['id', 'name', 'refused_whole', 'source_id', 'comparison', 'zone', 'shift_min'])
    .where('id', '=', draftId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()
}

async function chosenOf(tx: DbTransaction, draftId: number, { take, cids = [] }: TakenChannels) {
  const rows = await tx
    .selectFrom('guide_draft_channel')
    .select('channel_id')
    .where('draft_id', '=', draftId)
    .orderBy('channel_id')
    .execute()
  const listed = new Set(cids)
  const all = rows.map(({ channel_id: cid }) => cid)
  const chosen = all.filter((cid) => take === 'all' || listed.has(cid) === (take === 'only'))
  return { chosen, isPartial: chosen.length < all.length }
}

/**
 * The source is as after a delivery that was taken, for the chosen channels. Its file follows with its next reading, and
 * later deliveries are read in the zone in which this one was taken.
 */
async function continueSource(
  tx: DbTransaction,
  sourceId: number,
  {
    draftId,
    chosen,
    isPartial,
    nowMs,
    zone,
    shift_min: shiftMin,
  }: {
    readonly zone: string
    readonly shift_min: number
    readonly draftId: number
    readonly chosen: readonly number[]
    readonly isPartial: boolean
    readonly nowMs: number
  },
): Promise<void> {
  const cids = [...chosen]
  const words = `${cids.length} channels of the delivery that was held back were accepted`
  await sql`
    update guide_source set state = 'taken', outcome = ${words}, taken_at = ${new Date(nowMs)}, failures = 0,
      zone = ${zone}, shift_min = ${shiftMin},
      request = case when request = 'accept' then '' else request end,
      channel_ids = case when ${isPartial}
        then (select coalesce(array_agg(distinct cid order by cid), '{}') from unnest(channel_ids || ${cids}::integer[]) as cid)
        else ${cids}::integer[] end
    where id = ${sourceId}`.execute(tx)
  await sql`
    insert into guide_channel (source_id, guide_id, name, folded, programmes)
    select distinct on (guide_id) ${sourceId}::integer, guide_id, guide_name, lower(guide_name || ' ' || guide_id),
      added + changed + unchanged
    from guide_draft_channel where draft_id = ${draftId} and channel_id = any(${cids}::integer[])
    on conflict do nothing`.execute(tx)
  await sql`
    insert into guide_match (channel_id, source_id, guide_id, is_applied, matched_by, score)
    select channel_id, ${sourceId}::integer, guide_id, true, matched_by, score
    from guide_draft_channel where draft_id = ${draftId} and channel_id = any(${cids}::integer[])
    on conflict (channel_id, source_id) do update
      set guide_id = excluded.guide_id, is_applied = true, matched_by = excluded.matched_by, score = excluded.score,
        doubt = ''`.execute(tx)
}

async function deleteContents(db: Db, draftId: number): Promise<void> {
  await deleteEdition(db, draftId)
  await db.deleteFrom('guide_draft_channel').where('draft_id', '=', draftId).execute()
}

/** The file of a source stays: its next reading decides about it. */
async function deleteFile(
  { dataDir }: GuideDraftDeps,
  draft: { readonly id: number; readonly source_id: number | null },
): Promise<void> {
  if (draft.source_id === null) await rm(draftFile(dataDir, draft), { force: true })
}
