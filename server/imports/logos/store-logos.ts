/** The archives of drafts of logos: one arrives piece by piece, and goes when its pictures are stored. */
import { appendPart, wholeFile } from '#server/imports/drafts/draft-parts.ts'
import { maxLogosBytes } from '#contract/console/logos.ts'
import type { Author } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export { maxLogosBytes }

const maxName = 200

export interface NewLogos {
  /** The name of the archive, or of the folder. */
  readonly name: string
  readonly sizeBytes: number
  readonly by: Author
  readonly nowMs: number
}

/** Uploads of one member of staff that are not read to their end: the oldest one goes when another one begins. */
const maxUploading = 3

/** Begins an upload; returns the draft's number. */
export async function startLogos(db: Db, { name, sizeBytes, by, nowMs }: NewLogos): Promise<number> {
  if (by?.staffId !== undefined)
    await db
      .deleteFrom('logo_draft')
      .where('id', 'in', (those) =>
        those
          .selectFrom('logo_draft')
          .select('id')
          .where('staff_id', '=', by.staffId)
          .where('state', '=', 'uploading')
          .orderBy('id', 'desc')
          .offset(maxUploading - 1),
      )
      .execute()
  const { id } = await db
    .insertInto('logo_draft')
    .values({
      ...{
        name: name.slice(0, maxName).toWellFormed(),
        state: 'uploading',
        size_bytes: sizeBytes,
        picture_count: null,
      },
      ...{ staff_id: by?.staffId ?? null, staff_name: by?.name ?? '', made_at: new Date(nowMs) },
      ...{ change_id: null, ended_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A draft that was neither applied nor discarded, locked until the transaction ends. */
export async function lockLogos(tx: DbTransaction, draftId: number) {
  return tx
    .selectFrom('logo_draft')
    .selectAll()
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Stores the piece that begins at `beginsAt`; returns how much of the archive is there. One that does not continue it,
 * or reaches beyond its size, is left out. Undefined: there is no such upload.
 */
export async function appendToLogos(
  db: Db,
  draftId: number,
  beginsAt: number,
  bytes: Uint8Array,
): Promise<number | undefined> {
  return db.transaction().execute(async (tx) => {
    const draft = await lockLogos(tx, draftId)
    if (draft?.state !== 'uploading') return undefined
    return appendPart(tx, 'logo_draft_part', { draftId, sizeBytes: draft.size_bytes }, beginsAt, bytes)
  })
}

/** The whole archive; undefined while a part of it is missing. */
export function archiveBytes(db: Db, draftId: number, sizeBytes: number): Promise<Buffer | undefined> {
  return wholeFile(db, 'logo_draft_part', { draftId, sizeBytes })
}

/** Ends a draft; false when it has ended. Its archive and files are deleted. */
export async function endLogos(
  db: Db,
  draftId: number,
  state: 'applied' | 'discarded',
  nowMs: number,
): Promise<boolean> {
  const ended = await db
    .updateTable('logo_draft')
    .set({ state, ended_at: new Date(nowMs) })
    .where('id', '=', draftId)
    .where('state', 'in', state === 'applied' ? ['open'] : ['uploading', 'open'])
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await db.deleteFrom('logo_draft_part').where('draft_id', '=', draftId).execute()
  await db.deleteFrom('logo_draft_file').where('draft_id', '=', draftId).execute()
  return true
}

/** Nobody looks at an older draft any more. */
const draftDays = 14
const dayMs = 86_400_000

/**
 * Deletes drafts of more than two weeks ago that were not applied, and uploads of more than a day ago that were not read
 * to their end. Returns how many.
 */
export async function purgeLogos(db: Db, nowMs: number): Promise<number> {
  const purged = await db
    .deleteFrom('logo_draft')
    .where(({ and, or, eb }) =>
      or([
        and([eb('made_at', '<', new Date(nowMs - draftDays * dayMs)), eb('state', '<>', 'applied')]),
        and([eb('made_at', '<', new Date(nowMs - dayMs)), eb('state', '=', 'uploading')]),
      ]),
    )
    .executeTakeFirst()
  return Number(purged.numDeletedRows)
}
