/** The file of a draft, which arrives piece by piece. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The tables of pieces; they have the same columns. */
type PartTable = 'import_draft_part' | 'table_draft_part' | 'logo_draft_part' | 'statement_part'

/** A draft that is being uploaded; the caller has locked it. */
export interface Uploading {
  readonly draftId: number
  readonly sizeBytes: number
}

/**
 * Stores the piece that begins at `beginsAt`; returns how much of the file is there. One that does not continue the file,
 * or reaches beyond its size, is left out.
 */
export async function appendPart(
  tx: DbTransaction,
  table: PartTable,
  { draftId, sizeBytes }: Uploading,
  beginsAt: number,
  bytes: Uint8Array,
): Promise<number> {
  const { rows } = await sql<{ received: number }>`
    select coalesce(sum(length(bytes)), 0)::integer as received from ${sql.table(table)}
    where draft_id = ${draftId}`.execute(tx)
  const received = rows[0]?.received ?? 0
  const end = beginsAt + bytes.length
  if (beginsAt !== received || end > sizeBytes || bytes.length === 0) return received
  await sql`insert into ${sql.table(table)} (draft_id, begins_at, bytes)
    values (${draftId}, ${beginsAt}, ${Buffer.from(bytes)})`.execute(tx)
  return end
}

/** The whole file; undefined while a part of it is missing. */
export async function wholeFile(
  db: Db | DbTransaction,
  table: PartTable,
  { draftId, sizeBytes }: Uploading,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select bytes from ${sql.table(table)} where draft_id = ${draftId} order by begins_at`.execute(db)
  const bytes = Buffer.concat(rows.map((part) => part.bytes))
  return bytes.length === sizeBytes ? bytes : undefined
}
