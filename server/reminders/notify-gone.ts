/** Tells viewers that a programme they wanted to be reminded of was taken off the guide. */
import { pathOf } from '#contract/form/pages.ts'
import { writeNotifications } from '#server/notifications/notifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TelevisionSnapshot } from '#server/television/television.ts'
import { type DueReminder, dueToNotifyGone, inBatches, type NotifyParts } from './due-reminders.ts'
import { pushAfterMs } from './remind.ts'
import { programmeOf } from './reminder-rows.ts'
import { goneWords } from './reminder-words.ts'

/**
 * Tells when the reminder itself would have come, each once: the guide may have the programme again until then. The
 * notification and the mark are one transaction. Returns how many.
 */
export function notifyGone(
  db: Db,
  { television, isHidden }: NotifyParts,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  return inBatches(db, {
    ...{ due: dueToNotifyGone(nowMs), television, signal },
    handle: async (trx, rows) => {
      const gone = rows.filter((row) => isReached(row, television))
      await writeNotifications(
        trx,
        gone
          .filter((row) => !(isHidden(row) && isLimitNewer(row)))
          .map((row) => noticeOf(row, television, nowMs)),
      )
      await trx
        .updateTable('reminder')
        .set({ gone_notified_at: new Date(nowMs) })
        .where('reminder_id', 'in', [0, ...gone.map((row) => row.reminder_id)])
        .execute()
      return gone.length
    },
  })
}

/** Whether the guide of the channel has something else then: a hole in it, and its end, say nothing of the programme. */
function isReached(row: DueReminder, { guide }: TelevisionSnapshot): boolean {
  return guide.window(row.channel_id, row.begin_at.getTime(), row.end_at.getTime()).length > 0
}

/** What the guide has no more cannot be rated: a profile that was not changed since was allowed to see it. */
function isLimitNewer({ profile_changed_at: changedAt, created_at: createdAt }: DueReminder): boolean {
  return changedAt !== null && changedAt > createdAt
}

function noticeOf(row: DueReminder, television: TelevisionSnapshot, nowMs: number) {
  const { beginMs, title } = programmeOf(row)
  const channel = television.channel(row.channel_id)?.name ?? { ru: '', uz: '' }
  return {
    accountId: row.account_id,
    profileNo: row.profile_no,
    ...goneWords({ title, channel, beginMs }),
    href: pathOf('channel', { id: row.channel_id }),
    createdAtMs: nowMs,
    pushUntilMs: Math.max(beginMs, nowMs) + pushAfterMs,
  }
}
