/**
 * Films uploaded from a browser, in pieces that may break off: each piece is added at the end of a file in a hidden
 * folder beside the films, where no import sees it. A complete one is checked, moved into the folder and imported.
 */
import { mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { reasonOf } from '#server/imports/source/scan-folder.ts'
import type { FilmUploadTable } from '#server/imports/source/tables.ts'
import { diskSpace } from '#server/imports/packaging/disk-space.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Db } from '#server/platform/database/database.ts'
import { opaqueToken, type RandomBytes } from '#server/platform/primitives/ids.ts'
import { type FinishDeps, type Finished, finishUpload } from './finish-upload.ts'
import { partPath, partsFolder } from './upload-files.ts'
import { defaultUploadBytes, safeFileName, stemOf, whyNoFilm } from './upload-rules.ts'
import { writePiece } from './write-piece.ts'

export interface UploadDeps extends FinishDeps {
  readonly random: RandomBytes
  /** Where films arrive: the watched folder. Created when it is not there. */
  readonly folder: string
  /** Stays free on its disk. */
  readonly floorBytes: number
  /** The largest file; 100 GB when absent. Both are read whenever they are used, so they may be getters. */
  readonly maxBytes?: number
}

export type Upload = Selectable<FilmUploadTable>

export interface NewUpload {
  readonly staffId: number
  readonly staffName: string
  /** As the browser says it. */
  readonly name: string
  readonly sizeBytes: number
  readonly fingerprint: string
}

export type Started =
  | { readonly kind: 'started'; readonly upload: Upload; readonly offset: number }
  | { readonly kind: 'no_folder'; readonly why: string }
  | { readonly kind: 'name'; readonly name: string; readonly why: string }
  | { readonly kind: 'exists'; readonly name: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'no_room'; readonly neededBytes: number; readonly freeBytes: number }

export type Appended =
  /** All of it, or what came before the connection broke. */
  | { readonly kind: 'written'; readonly offset: number }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'wrong_offset'; readonly offset: number }
  /** More than was announced. */
  | { readonly kind: 'too_large' }
  | { readonly kind: 'no_room' }
  | Finished
  /** By an earlier piece. */
  | { readonly kind: 'refused_before'; readonly why: string }

export interface Piece {
  /** Where it begins. */
  readonly offset: number
  /** The bytes; ends when the signal is aborted. */
  bytes(signal: AbortSignal): AsyncIterable<Uint8Array>
}

export interface FilmUploads {
  /** The size of the largest file that may be uploaded now. */
  readonly maxBytes: number
  /** Begins an upload, or continues the one of the same file. */
  start(upload: NewUpload): Promise<Started>
  /** An upload of this member of staff, with how much has arrived. */
  find(uploadId: string, staffId: number): Promise<{ upload: Upload; offset: number } | undefined>
  /** Those of this member of staff of the last day, the newest first. */
  list(staffId: number): Promise<readonly { upload: Upload; offset: number }[]>
  /** Adds a piece; the last one finishes the upload. A newer piece ends an older one that still waits for bytes. */
  append(uploadId: string, staffId: number, piece: Piece): Promise<Appended>
  /** Deletes an upload and its bytes; undefined when there is none. */
  cancel(uploadId: string, staffId: number): Promise<Upload | undefined>
}

export function openUploads(deps: UploadDeps): FilmUploads {
  const { db } = deps
  const oneAtATime = keyedMutex()
  const writing = new Map<string, AbortController>()
  const find: FilmUploads['find'] = async (uploadId, staffId) => {
    const upload = await findUpload(db, uploadId, staffId)
    return upload === undefined ? undefined : { upload, offset: await offsetOf(upload) }
  }
  return {
    get maxBytes() {
      return deps.maxBytes ?? defaultUploadBytes
    },
    start: (upload) => oneAtATime('start', () => start(deps, upload)),
    find,
    list: async (staffId) => {
      const uploads = await db
        .selectFrom('film_upload')
        .selectAll()
        .where('staff_id', '=', staffId)
        .orderBy('made_at', 'desc')
        .limit(maxListed)
        .execute()
      return Promise.all(uploads.map(async (upload) => ({ upload, offset: await offsetOf(upload) })))
    },
    append: async (uploadId, staffId, piece) => {
      const own = new AbortController()
      writing.get(uploadId)?.abort()
      writing.set(uploadId, own)
      try {
        return await oneAtATime(uploadId, () =>
          append(deps, { uploadId, staffId, piece, signal: own.signal }),
        )
      } finally {
        if (writing.get(uploadId) === own) writing.delete(uploadId)
      }
    },
    cancel: async (uploadId, staffId) => {
      writing.get(uploadId)?.abort()
      return oneAtATime(uploadId, () => cancel(db, uploadId, staffId))
    },
  }
}

const maxListed = 50

async function findUpload(db: Db, uploadId: string, staffId: number): Promise<Upload | undefined> {
  return db
    .selectFrom('film_upload')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
}

/** How many bytes have arrived; all of them for one that is over. */
async function offsetOf(upload: Upload): Promise<number> {
  // While it is finished its file is moved.
  return upload.state === 'open' ? sizeOf(partPath(upload)) : upload.size_bytes
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function start(deps: UploadDeps, requested: NewUpload): Promise<Started> {
  const name = safeFileName(requested.name)
  const why = name === '' ? 'it has no form like .mkv or .mp4' : whyNoFilm(name)
  if (why !== undefined) return { kind: 'name', name: name || requested.name.slice(0, 100), why }
  if (requested.sizeBytes > (deps.maxBytes ?? defaultUploadBytes)) return { kind: 'too_large' }
  let folder: string
  try {
    await mkdir(deps.folder, { recursive: true })
    folder = await realpath(deps.folder)
    await mkdir(partsFolder(folder), { recursive: true })
    await probeWriting(partsFolder(folder))
  } catch (error) {
    return { kind: 'no_folder', why: `${deps.folder}: ${reasonOf(error)}` }
  }
  const open = await openUploadsOf(deps.db, folder)
  const same = open.find(
    (one) =>
      one.staff_id === requested.staffId && one.fingerprint === requested.fingerprint && one.name === name,
  )
  if (same !== undefined) return { kind: 'started', upload: same, offset: await offsetOf(same) }
  if (await isTaken(folder, name, open)) return { kind: 'exists', name }
  const freeBytes = await roomIn(deps, folder, open)
  if (freeBytes < requested.sizeBytes) return { kind: 'no_room', neededBytes: requested.sizeBytes, freeBytes }
  return { kind: 'started', upload: await addUpload(deps, { ...requested, name }, folder), offset: 0 }
}

async function addUpload(
  { db, clock, random }: UploadDeps,
  { staffId, staffName, name, sizeBytes, fingerprint }: NewUpload,
  folder: string,
): Promise<Upload> {
  const now = new Date(clock.nowMs())
  const upload = await db
    .insertInto('film_upload')
    .values({
      upload_id: opaqueToken(random).slice(0, 22),
      ...{ staff_id: staffId, staff_name: staffName, name, size_bytes: sizeBytes, fingerprint, folder },
      ...{ made_at: now, touched_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await (await open(partPath(upload), 'a')).close()
  return upload
}

/** Throws when nothing can be written there. */
async function probeWriting(folder: string): Promise<void> {
  const path = join(folder, '.probe')
  await (await open(path, 'w')).close()
  await rm(path, { force: true })
}

async function openUploadsOf(db: Db, folder: string): Promise<readonly Upload[]> {
  return db
    .selectFrom('film_upload')
    .selectAll()
    .where('folder', '=', folder)
    .where('state', 'in', ['open', 'finishing'])
    .execute()
}

/** A file of this name, whatever its form, is in the folder or on its way. */
async function isTaken(folder: string, name: string, open: readonly Upload[]): Promise<boolean> {
  const names = [...(await readdir(folder)), ...open.map((upload) => upload.name)]
  return names.some((one) => stemOf(one) === stemOf(name) && whyNoFilm(one) === undefined)
}

/** What is free for a further upload: the others get what was promised to them. */
async function roomIn({ floorBytes }: UploadDeps, folder: string, open: readonly Upload[]): Promise<number> {
  const free = await diskSpace(folder, () => floorBytes).freeBytes()
  const left = await Promise.all(open.map(async (upload) => upload.size_bytes - (await offsetOf(upload))))
  return Math.max(0, free - floorBytes - left.reduce((sum, bytes) => sum + bytes, 0))
}

async function append(
  deps: UploadDeps,
  {
    uploadId,
    staffId,
    piece,
    signal,
  }: {
    readonly uploadId: string
    readonly staffId: number
    readonly piece: Piece
    readonly signal: AbortSignal
  },
): Promise<Appended> {
  const { offset } = piece
  const upload = await findUpload(deps.db, uploadId, staffId)
  if (upload === undefined) return { kind: 'not_found' }
  const present = await offsetOf(upload)
  if (offset !== present) return { kind: 'wrong_offset', offset: present }
  if (upload.state === 'done') return { kind: 'written', offset: present }
  if (upload.state === 'refused') return { kind: 'refused_before', why: upload.reason }
  // Its last touch says since when somebody finishes it.
  if (upload.state === 'finishing') return finishUpload(deps, upload)
  await deps.db
    .updateTable('film_upload')
    .set({ touched_at: new Date(deps.clock.nowMs()) })
    .where('upload_id', '=', uploadId)
    .where('state', '=', 'open')
    .execute()
  // What was free when it began may have been taken since.
  const { floorBytes } = deps
  if ((await diskSpace(upload.folder, () => floorBytes).freeBytes()) < floorBytes) return { kind: 'no_room' }
  const bytes = piece.bytes(signal)
  const written = await writePiece(partPath(upload), { offset, maxBytes: upload.size_bytes, bytes, signal })
  if (written.kind !== 'written') return written
  if (written.offset < upload.size_bytes) return written
  return finishUpload(deps, upload)
}

async function cancel(db: Db, uploadId: string, staffId: number): Promise<Upload | undefined> {
  const upload = await db
    .deleteFrom('film_upload')
    .where('upload_id', '=', uploadId)
    .where('staff_id', '=', staffId)
    .where('state', '<>', 'finishing')
    .returningAll()
    .executeTakeFirst()
  if (upload !== undefined) await rm(partPath(upload), { force: true })
  return upload
}
