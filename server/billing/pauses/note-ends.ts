import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

const rowsAtOnce = 1000
const maxBatches = 10_000

/**
 * Notes the pauses that ended as planned: a trigger writes the event for other programs in the same statement. Each once,
 * set by set; ended anywhere and repeated, it goes on. Returns how many.
 */
export async function notePauseEnds(db: Db, nowMs: number, signal: AbortSignal): Promise<number> {
  const now = new Date(nowMs)
  let noted = 0
  for (let batch = 0; batch < maxBatches && !signal.aborted; batch += 1) {
    const { numAffectedRows: rows = 0n } = await sql`
      update subscription_pause set end_noted_at = ${now} where subscription_pause_id in (
        select subscription_pause_id from subscription_pause
        where ended_at is null and end_noted_at is null and taken_back_at is null and planned_until <= ${now}
        order by planned_until limit ${rowsAtOnce} for update skip locked)`.execute(db)
    noted += Number(rows)
    if (rows < rowsAtOnce) break
  }
  return noted
}
