/** Which delivery covered which time of a channel: an older import that is taken back leaves alone what a newer one gave. */
import { sql } from 'kysely'
import { newestChange } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** Notes the time that `guide_cover` has; `changeId`: the set of changes that this delivery is. */
export async function notePublication(tx: DbTransaction, changeId: number | null): Promise<void> {
  const afterChange = changeId ?? (await newestChange(tx))
  await sql`
    insert into guide_publication (channel_id, begin_at, end_at, after_change, change_id)
    select channel_id, begin_at, end_at, ${afterChange}, ${changeId}::integer from pg_temp.guide_cover`.execute(
    tx,
  )
}

/** Deletes the notes of before `beforeMs` (unix milliseconds), when no import of that time can be taken back any more. */
export async function forgetPublications(tx: DbTransaction, beforeMs: number): Promise<void> {
  await tx.deleteFrom('guide_publication').where('made_at', '<', new Date(beforeMs)).execute()
  await sql`
    delete from guide_change_programme c using change_set s
    where s.id = c.change_id and s.made_at < ${new Date(beforeMs)}`.execute(tx)
}
