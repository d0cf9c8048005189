/** Reads the pictures of a drop in steps, and proposes a channel for each. */
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { loadLogoChannels } from '#server/television/television.ts'
import { type LogoMatch, matchLogos } from './match-logos.ts'
import { type Drop, type DroppedPicture, type OpenedDrop, bytesToStore, openArchive } from './open-drop.ts'
import { archiveBytes, lockLogos } from './store-logos.ts'
import type { RefusedLogo } from './tables.ts'

export interface LogoReading {
  readonly db: Db
  readonly pictures: Pick<Pictures, 'store' | 'freeBytes'>
  readonly clock: Clock
}

export type LogosRead =
  /** So many pictures are read; it goes on at the next call. */
  | { readonly kind: 'reading'; readonly done: number; readonly total: number }
  /** All are read, and their channels proposed; or the whole drop is refused. */
  | { readonly kind: 'open' }
  | { readonly kind: 'not_found' }
  /** A part of the archive is missing. */
  | { readonly kind: 'incomplete' }
  /** The disk has no room for its pictures. */
  | { readonly kind: 'no_room'; readonly neededBytes: number; readonly freeBytes: number }

const sideBySide = 2
const stepMs = 8000
const maxOfAStep = 60
const maxRefused = 500
/** What stays free on the disk of the pictures. */
const floorBytes = 1e9
/** An archive is read into memory whole. */
const oneArchive = keyedMutex()

/**
 * Reads pictures of an uploaded archive for about eight seconds; all of them after some calls. A draft whose pictures
 * are read has its channels proposed again; what was assigned by hand stays.
 */
export async function readLogos(reading: LogoReading, draftId: number): Promise<LogosRead> {
  const { db } = reading
  const draft = await db
    .selectFrom('logo_draft')
    .select(['state', 'size_bytes'])
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .executeTakeFirst()
  if (draft === undefined) return { kind: 'not_found' }
  if (draft.state === 'open') return matchAgain(db, draftId)
  return oneArchive('archive', async () => {
    const bytes = await archiveBytes(db, draftId, draft.size_bytes)
    if (bytes === undefined) return { kind: 'incomplete' }
    return readStep(reading, draftId, await openArchive(bytes))
  })
}

async function matchAgain(db: Db, draftId: number): Promise<LogosRead> {
  const matches = await matchesOf(db, draftId, [])
  return db.transaction().execute(async (tx): Promise<LogosRead> => {
    if ((await lockLogos(tx, draftId))?.state !== 'open') return { kind: 'not_found' }
    await proposeChannels(tx, draftId, matches)
    return { kind: 'open' }
  })
}

/** The next pictures of an opened drop. */
export async function readStep(reading: LogoReading, draftId: number, drop: OpenedDrop): Promise<LogosRead> {
  const { db } = reading
  if (drop.kind === 'refused') {
    await db
      .updateTable('logo_draft')
      .set({ state: 'open', refusal: drop.refusal })
      .where('id', '=', draftId)
      .where('state', '=', 'uploading')
      .execute()
    await db.deleteFrom('logo_draft_part').where('draft_id', '=', draftId).execute()
    return { kind: 'open' }
  }
  const from = await readCount(db, draftId)
  if (from === undefined) return { kind: 'not_found' }
  const neededBytes = bytesToStore(drop.pictures.slice(from))
  const freeBytes = Math.max(0, (await reading.pictures.freeBytes()) - floorBytes)
  if (neededBytes > freeBytes) return { kind: 'no_room', neededBytes, freeBytes }
  const step = await readPictures(reading, drop.pictures, from)
  const matches = step.until < drop.pictures.length ? [] : await matchesOf(db, draftId, step.read)
  return db.transaction().execute((tx) => storeStep(tx, draftId, drop, { ...step, from, matches }))
}

async function readCount(db: Db, draftId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('logo_draft')
    .select('read_count')
    .where('id', '=', draftId)
    .where('state', '=', 'uploading')
    .executeTakeFirst()
  return row?.read_count
}

interface ReadPicture {
  readonly fileNo: number
  readonly file: string
  readonly version: string
  readonly width: number
  readonly height: number
}

interface Step {
  readonly from: number
  readonly until: number
  readonly read: readonly ReadPicture[]
  readonly refused: readonly RefusedLogo[]
  /** Of all files of the draft, at the last step. */
  readonly matches: readonly LogoMatch[]
}

async function readPictures(
  { pictures, clock }: LogoReading,
  dropped: readonly DroppedPicture[],
  from: number,
): Promise<Omit<Step, 'from' | 'matches'>> {
  const endMs = clock.nowMs() + stepMs
  const [read, refused]: [ReadPicture[], RefusedLogo[]] = [[], []]
  let next = from
  const work = async () => {
    while (next < dropped.length && next < from + maxOfAStep && (next === from || clock.nowMs() < endMs)) {
      const fileNo = next
      next += 1
      const picture = dropped[fileNo]
      if (picture === undefined) return
      const one = await readOne(picture, pictures)
      if ('version' in one) read.push({ ...one, fileNo })
      else refused.push(one)
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
  return { until: next, read, refused }
}

async function readOne(
  { file, read }: DroppedPicture,
  pictures: Pick<Pictures, 'store'>,
): Promise<Omit<ReadPicture, 'fileNo'> | RefusedLogo> {
  try {
    const bytes = await read()
    if (bytes === 'large') return { file, why: 'large', detail: '' }
    const stored = await pictures.store(bytes)
    if (stored.kind === 'refused') return { file, why: 'picture', detail: detailOf(stored.reason) }
    return { file, version: stored.version, width: stored.width, height: stored.height }
  } catch (error) {
    const detail = error instanceof Error ? detailOf(error.message) : ''
    return { file, why: 'picture', detail }
  }
}

/** Words of another program, as `jsonb` takes them. */
function detailOf(words: string): string {
  return words
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed()
}

/** Stores a step unless another call has stored it; the last one proposes channels. */
async function storeStep(tx: DbTransaction, draftId: number, drop: Drop, step: Step): Promise<LogosRead> {
  const draft = await lockLogos(tx, draftId)
  if (draft === undefined) return { kind: 'not_found' }
  const total = drop.pictures.length
  if (draft.state === 'open') return { kind: 'open' }
  if (draft.read_count !== step.from) return { kind: 'reading', done: draft.read_count, total }
  if (step.read.length > 0)
    await tx
      .insertInto('logo_draft_file')
      .values(step.read.map(({ fileNo, ...file }) => ({ draft_id: draftId, file_no: fileNo, ...file })))
      .execute()
  const isLast = step.until >= total
  const refused = [...draft.refused, ...(step.from === 0 ? drop.refused : []), ...step.refused]
  const added = refused.length - draft.refused.length
  await tx
    .updateTable('logo_draft')
    .set({
      read_count: step.until,
      picture_count: total,
      refused: JSON.stringify(refused.slice(0, maxRefused)),
      refused_count: draft.refused_count + added,
      ...(isLast ? { state: 'open' as const } : {}),
    })
    .where('id', '=', draftId)
    .execute()
  if (!isLast) return { kind: 'reading', done: step.until, total }
  await tx.deleteFrom('logo_draft_part').where('draft_id', '=', draftId).execute()
  await proposeChannels(tx, draftId, step.matches)
  return { kind: 'open' }
}

const rowsAtOnce = 1000

async function assignedIn(db: Db, draftId: number) {
  const assigned = await db
    .selectFrom('logo_draft_match')
    .select(['file_no', 'channel_id'])
    .where('draft_id', '=', draftId)
    .where('matched_by', '=', 'staff')
    .execute()
  return {
    files: new Set(assigned.map(({ file_no: fileNo }) => fileNo)),
    channels: new Set(assigned.map(({ channel_id: cid }) => cid)),
  }
}

/** Channels for the stored files and these that nobody assigned by hand; it may take seconds. */
async function matchesOf(
  db: Db,
  draftId: number,
  read: readonly Pick<ReadPicture, 'fileNo' | 'file'>[],
): Promise<readonly LogoMatch[]> {
  const stored = await db
    .selectFrom('logo_draft_file')
    .select(['file_no as fileNo', 'file'])
    .where('draft_id', '=', draftId)
    .execute()
  const assigned = await assignedIn(db, draftId)
  const files = new Map([...stored, ...read].map(({ fileNo, file }) => [fileNo, { fileNo, file }]))
  const open = [...files.values()].filter(({ fileNo }) => !assigned.files.has(fileNo))
  return matchLogos(
    open.toSorted((one, other) => one.fileNo - other.fileNo),
    await loadLogoChannels(db),
  )
}

/** Replaces the proposals; what was assigned by hand, and channels that are gone, are left out. */
async function proposeChannels(
  tx: DbTransaction,
  draftId: number,
  matches: readonly LogoMatch[],
): Promise<void> {
  await tx
    .deleteFrom('logo_draft_match')
    .where('draft_id', '=', draftId)
    .where('matched_by', '<>', 'staff')
    .execute()
  const assigned = await assignedIn(tx, draftId)
  const logos = new Map((await loadLogoChannels(tx)).map(({ cid, logo }) => [cid, logo]))
  const rows = matches
    .filter(({ fileNo, cid }) => logos.has(cid) && !assigned.files.has(fileNo))
    .map(({ fileNo, cid, by, score, doubt, marks }) => ({
      ...{ draft_id: draftId, file_no: fileNo, channel_id: cid, matched_by: by, score, doubt },
      marks: assigned.channels.has(cid) ? [...new Set([...marks, 'double' as const])] : [...marks],
      former_logo: logos.get(cid) ?? null,
    }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('logo_draft_match')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}
