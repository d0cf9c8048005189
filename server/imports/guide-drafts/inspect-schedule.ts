/** A JSON schedule as the staff sees it while it corrects the mapping. */
import { createReadStream } from 'node:fs'
import type { Db } from '#server/platform/database/database.ts'
import { peek, unpack } from '#server/imports/xmltv/unpack.ts'
import { looksLikeJson, parseJson, programmeOfEntry } from '#server/imports/guide-json/read-schedule.ts'
import { type ScheduleMapping, storedMapping } from '#server/imports/guide-json/schedule-mapping.ts'
import { type JsonList, entriesOf, listsIn } from '#server/imports/guide-json/walk-json.ts'
import { defaultLimits } from '#server/imports/xmltv/read-xmltv.ts'
import { type GuideDraftDeps, draftFile, sizeOf } from './draft-file.ts'

export interface InspectedSchedule {
  readonly lists: readonly JsonList[]
  readonly mapping: ScheduleMapping
  /** The first programmes by the mapping; times as texts. */
  readonly first: readonly {
    readonly channel: string
    readonly start: string
    readonly stop: string
    readonly title: string
  }[]
}

const maxFirst = 5

/** Undefined for a draft that is over or no JSON; `incomplete` without its file. */
export async function inspectSchedule(
  { db, dataDir }: GuideDraftDeps,
  draftId: number,
): Promise<InspectedSchedule | undefined | 'incomplete'> {
  const draft = await db
    .selectFrom('guide_draft')
    .select(['id', 'source_id', 'size_bytes', 'mapping'])
    .where('id', '=', draftId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  const mapping = storedMapping(draft?.mapping) ?? emptyMapping
  if (draft === undefined || draft.mapping === null) return undefined
  const path = draftFile(dataDir, draft)
  if ((await sizeOf(path)) !== draft.size_bytes) return 'incomplete'
  const root = await rootOf(path)
  if (root === undefined) return undefined
  const first = entriesOf(root, mapping.list)
    .take(maxFirst)
    .map((entry, at) => programmeOfEntry(entry, mapping, at + 1))
    .map(({ channel, start, stop = '', titles }) => ({ channel, start, stop, title: titles[0]?.text ?? '' }))
    .toArray()
  return { lists: listsIn(root), mapping, first: mapping.list === '' ? [] : first }
}

/** How a guide is read. */
export interface GuideReading {
  readonly zone: string
  readonly shiftMin: number
  /** Of a JSON schedule. */
  readonly mapping: ScheduleMapping | undefined
}

/** How the guide of a draft that is open or applied was read; undefined for none. */
export async function readingOfDraft(db: Db, draftId: number): Promise<GuideReading | undefined> {
  const draft = await db
    .selectFrom('guide_draft')
    .select(['mapping', 'zone', 'shift_min'])
    .where('id', '=', draftId)
    .where('state', 'in', ['open', 'applied'])
    .executeTakeFirst()
  if (draft === undefined) return undefined
  return { zone: draft.zone, shiftMin: draft.shift_min, mapping: storedMapping(draft.mapping) }
}

const emptyMapping: ScheduleMapping = { list: '', fields: {}, channel: '', duration: 'seconds' }

async function rootOf(path: string): Promise<unknown> {
  try {
    const unpacked = await unpack(createReadStream(path) as AsyncIterable<Uint8Array>, defaultLimits.bytes)
    if (unpacked.kind === 'zip') return undefined
    const { head, all } = await peek(unpacked.bytes)
    return looksLikeJson(head) ? await parseJson(all) : undefined
  } catch {
    // The draft says what is wrong with its file.
    return undefined
  }
}
