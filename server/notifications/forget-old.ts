import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

/** Half a year: viewers do not look further back, and the lists stay short. */
export const cachedMs = 180 * 86_400_000

const forgetOld = jobKind({ name: 'notices.forget-old', data: z.object({}), cron: '47 4 * * *' })

/** Every night: deletes notifications older than 180 days, with their read marks. */
export function notificationWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldNotifications(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('notifications.old_deleted', { forgotten })
    }),
  ]
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export function forgetOldNotifications(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const until = new Date(nowMs - cachedMs)
  return deleteOlderThan(db, {
    table: 'notification',
    key: ['notification_id'],
    column: 'created_at',
    until,
    signal,
  })
}
