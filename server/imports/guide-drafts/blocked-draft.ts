/** The delivery of a source that was held back, as a draft. */
import type { GuideSource } from '#server/imports/guide/guide-sources.ts'
import { countryOfPlace } from '#server/imports/source/country-of.ts'
import type { Db } from '#server/platform/database/database.ts'
import { discardGuideDraft } from './apply-guide-draft.ts'
import { checkGuideDraft } from './check-guide.ts'
import { type GuideDraftDeps, draftFile, sizeOf, startGuideDraft } from './draft-file.ts'

/** Makes the delivery that was held back a draft, in place of an earlier one of the source. Returns its number. */
export async function draftBlocked(
  deps: GuideDraftDeps,
  source: GuideSource,
  { nowMs, signal }: { readonly nowMs: number; readonly signal?: AbortSignal },
): Promise<number> {
  const { db, dataDir } = deps
  await endBlockedDraft(deps, source.id, nowMs)
  const path = draftFile(dataDir, { id: 0, source_id: source.id })
  const country = countryOfPlace(source.address)
  const draftId = await startGuideDraft(db, {
    name: source.name,
    by: undefined,
    nowMs,
    sizeBytes: await sizeOf(path),
    zone: source.zone,
    shiftMin: source.shift_min,
    sourceId: source.id,
    country: country ?? '',
  })
  await checkGuideDraft(deps, draftId, { nowMs, ...(signal === undefined ? {} : { signal }) })
  return draftId
}

/** The draft of the delivery that a source holds back; undefined for none. */
export async function findBlockedDraft(db: Db, sourceId: number): Promise<number | undefined> {
  const draft = await db
    .selectFrom('guide_draft')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return draft?.id
}

/** The drafts of deliveries that are held back, by the id of their source. */
export async function blockedDrafts(db: Db): Promise<ReadonlyMap<number, number>> {
  const drafts = await db
    .selectFrom('guide_draft')
    .select(['id', 'source_id'])
    .where('source_id', 'is not', null)
    .where('state', '=', 'open')
    .execute()
  return new Map(drafts.map(({ id, source_id: sourceId }) => [sourceId ?? 0, id]))
}

/** A newer delivery came: the draft of the earlier one ends. */
export async function endBlockedDraft(deps: GuideDraftDeps, sourceId: number, nowMs: number): Promise<void> {
  const drafts = await deps.db
    .selectFrom('guide_draft')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['uploading', 'open'])
    .execute()
  for (const { id } of drafts) await discardGuideDraft(deps, id, nowMs)
}

/**
 * What becomes of the file that a source held back, after its draft ended: `last`, it was accepted as a whole; `none`,
 * in part, and what the source sent before is out of date too; `discarded`, what it sent before holds.
 */
export async function fateOfBlocked(db: Db, sourceId: number): Promise<'last' | 'none' | 'discarded'> {
  const draft = await db
    .selectFrom('guide_draft')
    .select(['state', 'is_partial'])
    .where('source_id', '=', sourceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (draft?.state !== 'applied') return 'discarded'
  return draft.is_partial ? 'none' : 'last'
}
