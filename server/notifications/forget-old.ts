import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

/** Half a year: nobody looks further back, and the lists stay short. */
export const cachedMs = 180 * 86_400_000

const forgetOld = jobKind({ name: 'notices.forget-old', data: z.object({}), cron: '47 4 * * *' })

/** Every night: notifications older than 180 days go, with the marks of who has read them. */
export function notificationWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldNotifications(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('notifications.old_deleted', { forgotten })
    }),
  ]
}

/** Gives how many went. May be interrupted after any batch and run again. */
export function forgetOldNotifications(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  return inBatches(signal, async () => {
    const removed = await db
      .deleteFrom('notification')
      .where('notification_id', 'in', (query) =>
        query
          .selectFrom('notification')
          .select('notification_id')
          .where('created_at', '<=', new Date(nowMs - cachedMs))
          .limit(rowsAtOnce),
      )
      .executeTakeFirst()
    return Number(removed.numDeletedRows)
  })
}
