/** A file arrives piece by piece, so that a broken upload goes on where it was. */
import { appendPart, wholeFile } from './draft-parts.ts'
import { createHash } from 'node:crypto'
import { maxListBytes, maxPieceBytes } from '#contract/console/imports.ts'
import type { Author } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { defaultFetchLimits, fetchGuide } from '#server/imports/source/fetch-file.ts'
import { shownAddress } from '#server/imports/guide/guide-sources.ts'

const maxName = 200
const fetchTimeoutMs = 60_000

export interface NewDraft {
  /** The name of the file. */
  readonly name: string
  /** See `originOf`; '' (the default) for an uploaded file. */
  readonly origin?: string
  readonly sizeBytes: number
  readonly by: Author
  readonly nowMs: number
}

/** Begins an upload; returns the draft's number. */
export async function startDraft(db: Db, draft: NewDraft): Promise<number> {
  const { name, origin = '', sizeBytes, by, nowMs } = draft
  const { id } = await db
    .insertInto('import_draft')
    .values({
      name: name.slice(0, maxName),
      origin,
      state: 'uploading',
      size_bytes: sizeBytes,
      staff_id: by?.staffId ?? null,
      staff_name: by?.name ?? '',
      made_at: new Date(nowMs),
      change_id: null,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type AppendOutcome =
  /** How much of the file is there now. */
  { readonly kind: 'appended'; readonly receivedBytes: number } | { readonly kind: 'not_found' }

/**
 * Stores the piece that begins at `beginsAt`. One that does not continue the file, or reaches beyond its size, is left
 * out: the result says where to go on.
 */
export async function appendToDraft(
  db: Db,
  draftId: number,
  beginsAt: number,
  bytes: Uint8Array,
): Promise<AppendOutcome> {
  return db.transaction().execute(async (tx): Promise<AppendOutcome> => {
    const draft = await tx
      .selectFrom('import_draft')
      .select('size_bytes')
      .where('id', '=', draftId)
      .where('state', '=', 'uploading')
      .forUpdate()
      .executeTakeFirst()
    if (draft === undefined) return { kind: 'not_found' }
    const uploading = { draftId, sizeBytes: draft.size_bytes }
    const receivedBytes = await appendPart(tx, 'import_draft_part', uploading, beginsAt, bytes)
    return { kind: 'appended', receivedBytes }
  })
}

/** The whole file; undefined while a part of it is missing. */
export function draftBytes(db: Db, draftId: number, sizeBytes: number): Promise<Buffer | undefined> {
  return wholeFile(db, 'import_draft_part', { draftId, sizeBytes })
}

export type FetchOutcome =
  | { readonly kind: 'fetched'; readonly draftId: number }
  /** The address did not answer with a file; it may not be reached; the file is too large. */
  | { readonly kind: 'unreachable' }

/** A whole file from a public address as a draft. Addresses of the local network are refused. */
export async function fetchDraft(
  db: Db,
  { address, by, nowMs }: { readonly address: string; readonly by: Author; readonly nowMs: number },
): Promise<FetchOutcome> {
  const bytes = await fetchList(address)
  if (bytes === undefined) return { kind: 'unreachable' }
  const file = { name: shownAddress(address), origin: originOf(address), bytes }
  return { kind: 'fetched', draftId: await storeDraft(db, { ...file, by, nowMs }) }
}

/** Tells lists of one host apart, whose names are without their query, and contains none of their secrets. */
export function originOf(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}

/** A list from a public address; undefined when it does not answer with a file, may not be reached or is too large. */
export async function fetchList(address: string): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  try {
    const limits = { ...defaultFetchLimits, bytes: maxListBytes, timeoutMs: fetchTimeoutMs }
    for await (const chunk of fetchGuide(address, limits)) chunks.push(chunk)
  } catch {
    return undefined
  }
  const bytes = Buffer.concat(chunks)
  return bytes.length === 0 ? undefined : bytes
}

/** A whole file as a draft; returns its number. */
export async function storeDraft(
  db: Db,
  { bytes, ...draft }: Omit<NewDraft, 'sizeBytes'> & { readonly bytes: Buffer },
): Promise<number> {
  const draftId = await startDraft(db, { ...draft, sizeBytes: bytes.length })
  for (let at = 0; at < bytes.length; at += maxPieceBytes)
    await appendToDraft(db, draftId, at, bytes.subarray(at, at + maxPieceBytes))
  return draftId
}
