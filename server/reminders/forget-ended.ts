import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import type { Db } from '#server/platform/database/database.ts'
import { endedStayMs } from './reminder-rows.ts'

/** Deletes reminders of programmes that ended before archives reach back. May be interrupted and repeated. */
export function forgetEnded(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  return deleteOlderThan(db, {
    table: 'reminder',
    key: ['reminder_id'],
    column: 'end_at',
    until: new Date(nowMs - endedStayMs),
    signal,
  })
}
