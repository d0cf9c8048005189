/** Reads the guide of a draft, compares it with what is stored, and stores what applying it would change. */
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import { type ReadGuideOutcome, type TakenGuide, storeGuide } from '#server/imports/guide/apply-guide.ts'
import { foreignCids } from '#server/imports/guide/foreign-channels.ts'
import { isProposed } from '#server/imports/guide/store-matching.ts'
import { channelOfName } from '#server/imports/guide-json/channel-of-name.ts'
import { type ScheduleMapping, storedMapping } from '#server/imports/guide-json/schedule-mapping.ts'
import { readZone } from '#server/imports/source/zone.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type EditionChannel, deleteEdition } from '#server/television/television.ts'
import { type GuideDraftDeps, draftFile, sizeOf } from './draft-file.ts'
import { marksOf } from './draft-marks.ts'
import type { DraftProposal } from './tables.ts'

export type GuideCheckOutcome =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not_found' }
  /** A part of the file is missing. */
  | { readonly kind: 'incomplete' }
  /** The zone is none. */
  | { readonly kind: 'unknown_zone' }

export interface GuideCheck {
  readonly nowMs: number
  /** Changes how the guide is read; absent: as before. */
  readonly zone?: string | undefined
  readonly shiftMin?: number | undefined
  /** Of a JSON schedule. */
  readonly mapping?: ScheduleMapping | undefined
  readonly signal?: AbortSignal
}

/** Reads the file once more and compares it with the guide as it is now. May be repeated. */
export async function checkGuideDraft(
  deps: GuideDraftDeps,
  draftId: number,
  { nowMs, signal, ...changed }: GuideCheck,
): Promise<GuideCheckOutcome> {
  const { db, dataDir } = deps
  const draft = await findUnended(db, draftId)
  if (draft === undefined) return { kind: 'not_found' }
  const { zone: zoneName = draft.zone, shiftMin = draft.shift_min } = changed
  const zone = readZone(zoneName)
  if (zone === undefined) return { kind: 'unknown_zone' }
  const path = draftFile(dataDir, draft)
  // The end of a draft deletes its file.
  if ((await sizeOf(path)) !== draft.size_bytes)
    return { kind: (await findUnended(db, draftId)) === undefined ? 'not_found' : 'incomplete' }
  await db
    .updateTable('guide_draft')
    .set({ comparison: sql`comparison + 1` })
    .where('id', '=', draftId)
    .execute()
  const source = await sourceOf(deps, draft.source_id)
  let mapping = changed.mapping ?? storedMapping(draft.mapping) ?? storedMapping(source?.mapping)
  const outcome = await storeGuide(
    db,
    {
      source: createReadStream(path) as AsyncIterable<Uint8Array>,
      ...{ zone, shiftMin, nowMs },
      schedule: {
        ...{ mapping, channel: channelOfName(draft.name) },
        onMapping: (used) => {
          mapping = used ?? noMapping
        },
      },
      ...(source === undefined ? {} : { foreignCids: await foreignCids(db, source) }),
      ...(draft.country === '' ? {} : { country: draft.country }),
      ...(signal === undefined ? {} : { signal }),
    },
    draftId,
  )
  const mapped = { mapping: mapping === undefined ? null : JSON.stringify(mapping) }
  await db.transaction().execute(async (tx) => {
    if (source !== undefined && changed.mapping !== undefined)
      await tx.updateTable('guide_source').set(mapped).where('id', '=', source.id).execute()
    const how = { zone: zoneName, shift_min: shiftMin, ...mapped }
    await storeOutcome(tx, { draftId, outcome, how, expectedCids: source?.channel_ids ?? [], nowMs })
  })
  return { kind: 'checked' }
}

/** What was read, and how. */
interface ReadDraft {
  readonly draftId: number
  readonly outcome: ReadGuideOutcome<readonly EditionChannel[]>
  readonly how: { readonly zone: string; readonly shift_min: number; readonly mapping: string | null }
  /** Channels that its source supplied before. */
  readonly expectedCids: readonly number[]
  readonly nowMs: number
}

async function storeOutcome(
  tx: DbTransaction,
  { draftId, outcome, how, expectedCids, nowMs }: ReadDraft,
): Promise<void> {
  const { cids, ...fields } =
    outcome.kind === 'refused' ? refusedFields(outcome.why) : fieldsOf(outcome.taken)
  const missing = expectedCids.filter((cid) => !cids.has(cid))
  const { numUpdatedRows: updated } = await tx
    .updateTable('guide_draft')
    .set({ ...fields, ...how, missing, state: 'open', comparison: sql`comparison + 1` })
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .executeTakeFirst()
  // Somebody ended it meanwhile.
  if (updated === 0n || outcome.kind === 'refused') await deleteEdition(tx, draftId)
  await tx.deleteFrom('guide_draft_channel').where('draft_id', '=', draftId).execute()
  if (updated > 0n && outcome.kind === 'read') await storeChannels(tx, draftId, outcome.taken, nowMs)
}

/** A JSON file without any list. */
const noMapping: ScheduleMapping = { list: '', fields: {}, channel: '', duration: 'seconds' }

async function findUnended(db: Db, draftId: number) {
  return db
    .selectFrom('guide_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .executeTakeFirst()
}

async function sourceOf({ db }: GuideDraftDeps, sourceId: number | null) {
  if (sourceId === null) return undefined
  return db.selectFrom('guide_source').selectAll().where('id', '=', sourceId).executeTakeFirst()
}

const maxRefused = 200
const maxProposals = 500
const maxText = 300

type Read = TakenGuide<readonly EditionChannel[]>

function refusedFields(why: string) {
  return {
    cids: new Set<number>(),
    ...{ refused_whole: why.slice(0, 1000), refused: '[]', refused_count: 0, channels: 0 },
    ...{ foreign_programmes: 0, faraway: 0, faraway_at: null, proposals: '[]' },
  }
}

function fieldsOf(taken: Read) {
  const { refused, channels, foreign, faraway, farawayStartMs } = taken
  return {
    cids: new Set(taken.result.map(({ cid }) => cid)),
    refused_whole: '',
    refused: JSON.stringify(refused.slice(0, maxRefused)),
    refused_count: refused.length,
    channels: channels.length,
    foreign_programmes: foreign,
    faraway,
    faraway_at: farawayStartMs === undefined ? null : new Date(farawayStartMs),
    proposals: JSON.stringify(proposalsOf(taken)),
  }
}

function namesOfGuide({ channels }: Read): ReadonlyMap<string, string> {
  return new Map(channels.map(({ id, names }) => [id, (names[0] ?? id).slice(0, maxText)]))
}

function proposalsOf(taken: Read): readonly DraftProposal[] {
  const names = namesOfGuide(taken)
  return [...taken.matching.closestToOurs.values()]
    .filter(isProposed)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxProposals)
    .map(({ cid, id, score, doubt }) => ({
      ...{ cid, score, doubt },
      guideId: id.slice(0, maxText),
      guideName: names.get(id) ?? id.slice(0, maxText),
    }))
}

const rowsAtOnce = 500

async function storeChannels(tx: DbTransaction, draftId: number, taken: Read, nowMs: number): Promise<void> {
  const names = namesOfGuide(taken)
  const matches = new Map(taken.matching.matches.map((match) => [match.cid, match]))
  const rows = taken.result.flatMap((facts) => {
    const match = matches.get(facts.cid)
    if (match === undefined) return []
    const { added, changed, unchanged, removed, covered, gaps, ahead, lost } = facts
    return [
      {
        ...{ draft_id: draftId, channel_id: facts.cid, guide_id: match.id },
        ...{ guide_name: names.get(match.id) ?? '', matched_by: match.by, score: match.score },
        ...{ added, changed, unchanged, removed, gaps, ahead, lost },
        begin_at: new Date(covered.beginMs),
        end_at: new Date(covered.endMs),
        gap_minutes: facts.gapMinutes,
        shifted_hours: facts.shiftedHours,
        marks: [...marksOf(facts, match, nowMs)],
      },
    ]
  })
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('guide_draft_channel')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}
