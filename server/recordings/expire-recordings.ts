/** Recordings end with their age: viewers are notified a week before. */
import { sql } from 'kysely'
import { pathOf } from '#contract/form/pages.ts'
import { writeNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { undoMs } from './recording-rows.ts'
import { expiryNoticeMs } from './rules.ts'
import { expiryWords } from './recording-words.ts'

const dayMs = 86_400_000
const accountsAtOnce = 200
/** A declined one is remembered as long as a guide may have its programme. */
const declinedMs = 60 * dayMs

/**
 * Tells viewers of what expires in a week, one message for an account; the message and the mark are one transaction.
 * Returns how many accounts were notified.
 */
export function notifyExpiring(db: Db, days: number, nowMs: number, signal?: AbortSignal): Promise<number> {
  const until = new Date(nowMs - days * dayMs + expiryNoticeMs)
  return inBatches(signal, async () => {
    const notified = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ account_id: number; titles: { ru: string; uz: string }[] }>`
        with due as (
          select distinct account_id from recording
          where end_at < ${until} and expiry_notified_at is null and state = 'kept' and deleted_at is null
          order by account_id limit ${accountsAtOnce}),
        marked as (
          update recording set expiry_notified_at = ${new Date(nowMs)}
          where account_id in (select account_id from due) and end_at < ${until}
            and expiry_notified_at is null and state = 'kept' and deleted_at is null
          returning account_id, begin_at, title_ru, title_uz)
        select account_id, jsonb_agg(jsonb_build_object('ru', title_ru, 'uz', title_uz) order by begin_at) as titles
        from marked group by account_id`.execute(trx)
      const href = pathOf('my', { slug: 'recordings' })
      await writeNotifications(
        trx,
        rows.map((row) => ({
          ...{ accountId: row.account_id, ...expiryWords(row.titles), href, createdAtMs: nowMs },
        })),
      )
      return rows.length
    })
    // Batches of accounts are smaller than those of rows.
    return notified < accountsAtOnce ? 0 : rowsAtOnce
  })
}

/**
 * Deletes what is over: too old and notified of a week ago, deleted by the viewer and not taken back, lost by the guide before
 * it was on the air. What came by itself and was deleted is remembered, so that it does not come again. Returns how many.
 */
export async function deleteOver(db: Db, days: number, nowMs: number, signal?: AbortSignal): Promise<number> {
  const undoUntil = new Date(nowMs - undoMs)
  const decline = () =>
    sql`update recording set state = 'declined', deleted_at = null where recording_id in (
      select recording_id from recording where deleted_at <= ${undoUntil} and followed_programme_id is not null
        and programme_id is not null and end_at > ${new Date(nowMs - declinedMs)}
      limit ${rowsAtOnce} for update skip locked)`.execute(db)
  const remove = () =>
    sql`delete from recording where recording_id in (
      select recording_id from recording where
        (deleted_at <= ${undoUntil} and (followed_programme_id is null or programme_id is null))
        or (end_at <= ${new Date(nowMs - days * dayMs)} and expiry_notified_at <= ${new Date(nowMs - expiryNoticeMs)})
        or (state = 'gone' and end_at <= ${new Date(nowMs - expiryNoticeMs)})
        or (state = 'declined' and end_at <= ${new Date(nowMs - declinedMs)})
        or (deleted_at <= ${undoUntil} and end_at <= ${new Date(nowMs - declinedMs)})
      limit ${rowsAtOnce} for update skip locked)`.execute(db)
  await inBatches(signal, async () => Number((await decline()).numAffectedRows ?? 0))
  return inBatches(signal, async () => Number((await remove()).numAffectedRows ?? 0))
}
