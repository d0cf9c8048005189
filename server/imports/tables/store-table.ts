/** The files and drafts of tables: a file arrives piece by piece, and goes when its draft ends. */
import { appendPart, wholeFile } from '#server/imports/drafts/draft-parts.ts'
import { maxPieceBytes } from '#contract/console/imports.ts'
import { maxTableBytes } from '#contract/console/tables.ts'
import type { Author } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TableLanguage } from './column.ts'
import type { TableSubject } from './tables.ts'

export { maxTableBytes }

const maxName = 200

export interface NewTable {
  readonly subject: TableSubject
  /** The name of the file. */
  readonly name: string
  readonly sizeBytes: number
  readonly language: TableLanguage
  readonly by: Author
  readonly nowMs: number
}

/** Begins an upload; returns the draft's number. */
export async function startTable(db: Db, table: NewTable): Promise<number> {
  const { subject, name, sizeBytes, language, by, nowMs } = table
  const { id } = await db
    .insertInto('table_draft')
    .values({
      ...{ subject, name: name.slice(0, maxName), state: 'uploading', language, size_bytes: sizeBytes },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '', made_at: new Date(nowMs) },
      ...{ change_id: null, ended_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the draft until the transaction ends: it is compared or applied by one caller at a time. */
export async function lockTable(tx: DbTransaction, draftId: number): Promise<void> {
  await tx.selectFrom('table_draft').select('id').where('id', '=', draftId).forUpdate().execute()
}

/**
 * Stores the piece that begins at `beginsAt`; returns how much of the file is there. One that does not continue the
 * file, or reaches beyond its size, is left out. Undefined: there is no such upload.
 */
export async function appendToTable(
  db: Db,
  { draftId, subjects }: { readonly draftId: number; readonly subjects: readonly TableSubject[] },
  beginsAt: number,
  bytes: Uint8Array,
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const draft = await tx
      .selectFrom('table_draft')
      .select('size_bytes')
      .where('id', '=', draftId)
      .where('subject', 'in', subjects)
      .where('state', '=', 'uploading')
      .forUpdate()
      .executeTakeFirst()
    if (draft === undefined) return undefined
    return appendPart(tx, 'table_draft_part', { draftId, sizeBytes: draft.size_bytes }, beginsAt, bytes)
  })
}

/** A whole file as a draft; returns its number. */
export async function storeTable(
  db: Db,
  { bytes, ...table }: Omit<NewTable, 'sizeBytes'> & { readonly bytes: Buffer },
): Promise<number> {
  const draftId = await startTable(db, { ...table, sizeBytes: bytes.length })
  const place = { draftId, subjects: [table.subject] }
  for (let at = 0; at < bytes.length; at += maxPieceBytes)
    await appendToTable(db, place, at, bytes.subarray(at, at + maxPieceBytes))
  return draftId
}

/** The whole file; undefined while a part of it is missing. */
export function tableBytes(db: Db, draftId: number, sizeBytes: number): Promise<Buffer | undefined> {
  return wholeFile(db, 'table_draft_part', { draftId, sizeBytes })
}

/** A draft that was neither applied nor discarded. */
export async function findUnended(db: Db, draftId: number, subjects: readonly TableSubject[]) {
  return db
    .selectFrom('table_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('subject', 'in', subjects)
    .where('state', 'in', ['uploading', 'open'])
    .executeTakeFirst()
}

/** Ends a draft; false when it has ended. Its file and items are deleted. */
export async function endTable(
  db: Db,
  draftId: number,
  state: 'applied' | 'discarded',
  nowMs: number,
): Promise<boolean> {
  const ended = await db
    .updateTable('table_draft')
    .set({ state, ended_at: new Date(nowMs) })
    .where('id', '=', draftId)
    .where('state', 'in', state === 'applied' ? ['open'] : ['uploading', 'open'])
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await db.deleteFrom('table_draft_part').where('draft_id', '=', draftId).execute()
  await db.deleteFrom('table_draft_item').where('draft_id', '=', draftId).execute()
  return true
}

/** Ends a draft without applying it; false when there is none. */
export async function discardTable(
  db: Db,
  draftId: number,
  subjects: readonly TableSubject[],
  nowMs: number,
): Promise<boolean> {
  const draft = await findUnended(db, draftId, subjects)
  return draft !== undefined && (await endTable(db, draftId, 'discarded', nowMs))
}

/** Nobody looks at an older draft any more. */
const draftDays = 14
const dayMs = 86_400_000

/** Deletes drafts of more than two weeks ago that were not applied. Returns how many. */
export async function purgeTables(db: Db, nowMs: number): Promise<number> {
  const purged = await db
    .deleteFrom('table_draft')
    .where('made_at', '<', new Date(nowMs - draftDays * dayMs))
    .where('state', '<>', 'applied')
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}
