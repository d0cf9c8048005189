import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** What a member of staff wrote about a subscriber. */
export interface SubscriberNote {
  readonly noteId: number
  readonly body: string
  /** '' for an operator at the command line. */
  readonly staffName: string
  readonly createdMs: number
}

/** Longer notes are refused. */
export const maxNote = 2000

/** Stores a note of 1 to 2,000 characters and returns its number; undefined when there is no such account. */
export async function addNote(
  db: Db,
  note: {
    readonly accountId: number
    readonly body: string
    readonly staff: { readonly staffId: number; readonly name: string } | undefined
    readonly nowMs: number
  },
): Promise<number | undefined> {
  const { accountId, body, staff, nowMs } = note
  const { rows } = await sql<{ id: number }>`
    insert into subscriber_note (account_id, body, staff_id, staff_name, created_at)
    select account_id, ${body.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, '')}, ${staff?.staffId ?? null}::integer,
      ${staff?.name ?? ''}, ${new Date(nowMs)}::timestamptz
    from account where account_id = ${accountId}
    returning subscriber_note_id as id`.execute(db)
  return rows[0]?.id
}

/** The notes of an account that were written by then, the newest first; at most `limit`. */
export async function notesOf(
  db: Db,
  {
    accountId,
    untilMs,
    limit,
  }: { readonly accountId: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly SubscriberNote[]> {
  const rows = await db
    .selectFrom('subscriber_note')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_at', '<=', new Date(untilMs))
    .orderBy('subscriber_note_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    noteId: row.subscriber_note_id,
    body: row.body,
    staffName: row.staff_name,
    createdMs: row.created_at.getTime(),
  }))
}
