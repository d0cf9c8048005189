/** The file of a draft on disk: it arrives piece by piece, or at once from an address or another file. */
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { maxGuideBytes } from '#contract/console/guide-drafts.ts'
import type { Author } from '#server/changes/changes.ts'
import { countryOfPlace } from '#server/imports/source/country-of.ts'
import { defaultFetchLimits, fetchGuide } from '#server/imports/source/fetch-file.ts'
import { shownAddress } from '#server/imports/guide/guide-sources.ts'
import { reasonOf } from '#server/imports/source/scan-folder.ts'
import { writePiece } from '#server/imports/uploads/write-piece.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface GuideDraftDeps {
  readonly db: Db
  readonly dataDir: string
}

const maxName = 200

export interface NewGuideDraft {
  /** The name of the file. */
  readonly name: string
  readonly by: Author
  readonly nowMs: number
  /** The zone of times that name none; +00:00 when absent. */
  readonly zone?: string
  readonly shiftMin?: number
  /** A code in lower case; '' (the default) for none. */
  readonly country?: string
  /** The source whose delivery was held back. */
  readonly sourceId?: number
}

/** Where the file of a draft is. That of a source is the delivery that is held back. */
export function draftFile(
  dataDir: string,
  draft: { readonly id: number; readonly source_id: number | null },
) {
  const folder = join(dataDir, 'guide')
  return draft.source_id === null
    ? join(folder, 'drafts', `${draft.id}.guide`)
    : join(folder, `${draft.source_id}.held`)
}

/** Begins an upload; returns the draft's number, of one series with the drafts of lists. */
export async function startGuideDraft(
  db: Db,
  draft: NewGuideDraft & { readonly sizeBytes: number },
): Promise<number> {
  const { name, by, nowMs, zone = '+00:00', shiftMin = 0, sourceId = null } = draft
  const { id } = await db
    .insertInto('guide_draft')
    .values({
      id: sql<number>`nextval(pg_get_serial_sequence('import_draft', 'id'))::integer`,
      name: name.slice(0, maxName),
      state: 'uploading',
      size_bytes: draft.sizeBytes,
      source_id: sourceId,
      zone,
      shift_min: shiftMin,
      country: draft.country ?? countryOfPlace(name) ?? '',
      staff_id: by?.staffId ?? null,
      staff_name: by?.name ?? '',
      made_at: new Date(nowMs),
      faraway_at: null,
      change_id: null,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type GuidePieceOutcome =
  /** How much of the file is there now. */
  | { readonly kind: 'appended'; readonly receivedBytes: number }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'no_room' }

/**
 * Writes the piece that begins at `beginsAt`. One that does not continue the file, or reaches beyond its size, is left
 * out: the result says where to go on.
 */
export async function appendToGuideDraft(
  { db, dataDir }: GuideDraftDeps,
  draftId: number,
  beginsAt: number,
  bytes: Uint8Array,
): Promise<GuidePieceOutcome> {
  // One piece at a time: the row is locked until it is written.
  return db.transaction().execute(async (tx): Promise<GuidePieceOutcome> => {
    const draft = await tx
      .selectFrom('guide_draft')
      .select(['id', 'size_bytes', 'source_id'])
      .where('id', '=', draftId)
      .where('state', '=', 'uploading')
      .forUpdate()
      .executeTakeFirst()
    if (draft === undefined) return { kind: 'not_found' }
    const path = draftFile(dataDir, draft)
    const receivedBytes = await sizeOf(path)
    const end = beginsAt + bytes.length
    if (beginsAt !== receivedBytes || end > draft.size_bytes || bytes.length === 0)
      return { kind: 'appended', receivedBytes }
    await mkdir(dirname(path), { recursive: true })
    const written = await writePiece(path, {
      offset: beginsAt,
      maxBytes: draft.size_bytes,
      bytes: once(bytes),
      signal: new AbortController().signal,
    })
    return written.kind === 'written'
      ? { kind: 'appended', receivedBytes: written.offset }
      : { kind: 'no_room' }
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

/** The size of a file; 0 when there is none. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

export type StoredGuide =
  | { readonly kind: 'stored'; readonly draftId: number }
  /** It cannot be read, is empty or too large. */
  | { readonly kind: 'unreadable'; readonly why: string }

/** A whole file as a draft. It goes to disk while it is read. */
export async function storeGuideFile(
  deps: GuideDraftDeps,
  draft: NewGuideDraft & { readonly bytes: AsyncIterable<Uint8Array> },
): Promise<StoredGuide> {
  const { db, dataDir } = deps
  const draftId = await startGuideDraft(db, { ...draft, sizeBytes: maxGuideBytes })
  const path = draftFile(dataDir, { id: draftId, source_id: null })
  try {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(draft.bytes, upTo(maxGuideBytes), createWriteStream(path))
    const sizeBytes = await sizeOf(path)
    if (sizeBytes === 0) throw new Error('it is empty')
    await db.updateTable('guide_draft').set({ size_bytes: sizeBytes }).where('id', '=', draftId).execute()
    return { kind: 'stored', draftId }
  } catch (error) {
    await rm(path, { force: true })
    await db.deleteFrom('guide_draft').where('id', '=', draftId).execute()
    return { kind: 'unreadable', why: reasonOf(error) }
  }
}

function upTo(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(new Error(`it is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`))
      else done(null, chunk)
    },
  })
}

/** A guide from a public address as a draft. Addresses of the local network are refused unless `allowLocal`. */
export async function fetchGuideDraft(
  deps: GuideDraftDeps,
  {
    address,
    allowLocal = false,
    ...draft
  }: Omit<NewGuideDraft, 'name'> & { readonly address: string; readonly allowLocal?: boolean },
): Promise<StoredGuide> {
  const country = countryOfPlace(address)
  return storeGuideFile(deps, {
    ...draft,
    name: shownAddress(address),
    bytes: fetchGuide(address, { ...defaultFetchLimits, allowLocal }),
    ...(country === undefined ? {} : { country }),
  })
}
