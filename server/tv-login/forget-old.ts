import * as z from 'zod/mini'
import { memoryMs } from './rules.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inBatches, rowsAtOnce } from '#server/platform/database/in-batches.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

/** Every hour: the number of rows is then bounded by what may be open at once. */
const forgetOld = jobKind({ name: 'tv-login.forget-old', data: z.object({}), cron: '41 * * * *' })

export function tvLoginWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldRequests(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('tv_login.expired_requests_deleted', { forgotten })
    }),
  ]
}

/** Counts what it removed. May be interrupted after any batch and run again. */
export async function forgetOldRequests(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  return inBatches(signal, async () => {
    const removed = await db
      .deleteFrom('tv_login')
      .where('tv_login_id', 'in', (query) =>
        query
          .selectFrom('tv_login')
          .select('tv_login_id')
          .where('expires_at', '<=', new Date(nowMs - memoryMs))
          .limit(rowsAtOnce)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst()
    return Number(removed.numDeletedRows)
  })
}
