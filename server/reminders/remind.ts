/** Notifies viewers of programmes that start soon. */
import { reminderHrefOf } from '#contract/channels/reminders.ts'
import { writeNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { type DueReminder, dueToRemind, inBatches, type NotifyParts } from './due-reminders.ts'
import { programmeOf } from './reminder-rows.ts'
import { reminderWords } from './reminder-words.ts'

const minuteMs = 60_000
/** A device that comes online so long after the start is not told of it any more. */
export const pushAfterMs = 5 * minuteMs

/**
 * Notifies of everything that its profile may see and that is due on channels that are shown, each reminder once: the
 * notification and the mark are one transaction. Returns how many.
 */
export function remindDue(
  db: Db,
  { television, isHidden }: NotifyParts,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  return inBatches(db, {
    ...{ due: dueToRemind(nowMs), television, signal },
    handle: async (trx, rows) => {
      await writeNotifications(
        trx,
        rows.filter((row) => !isHidden(row)).map((row) => noticeOf(row, television, nowMs)),
      )
      await trx
        .updateTable('reminder')
        .set({ state: 'reminded', reminded_at: new Date(nowMs) })
        .where('reminder_id', 'in', [0, ...rows.map((row) => row.reminder_id)])
        .execute()
      return rows.length
    },
  })
}

function noticeOf(row: DueReminder, television: TelevisionSnapshot, nowMs: number) {
  const { beginMs, title, pid } = programmeOf(row)
  const channel = television.channel(row.channel_id)?.name ?? { ru: '', uz: '' }
  const untilMs = beginMs - nowMs
  const minutes = untilMs < -minuteMs ? -1 : Math.max(0, Math.round(untilMs / minuteMs))
  return {
    accountId: row.account_id,
    profileNo: row.profile_no,
    ...reminderWords({ title, channel, beginMs }, minutes),
    href: reminderHrefOf(row.channel_id, pid ?? 0),
    createdAtMs: nowMs,
    pushUntilMs: Math.max(beginMs, nowMs) + pushAfterMs,
  }
}
