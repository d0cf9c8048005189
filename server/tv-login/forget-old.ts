import * as z from 'zod/mini'
import { memoryMs } from './rules.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { deleteOlderThan } from '#server/platform/database/delete-older-than.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

/** Every hour: the number of rows is then bounded by the limit of pending requests. */
const forgetOld = jobKind({ name: 'tv-login.forget-old', data: z.object({}), cron: '41 * * * *' })

export function tvLoginWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldRequests(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('tv_login.expired_requests_deleted', { forgotten })
    }),
  ]
}

/** Returns how many rows it removed. May be interrupted after any batch and run again. */
export async function forgetOldRequests(db: Db, nowMs: number, signal?: AbortSignal): Promise<number> {
  const until = new Date(nowMs - memoryMs)
  return deleteOlderThan(db, { table: 'tv_login', key: ['tv_login_id'], column: 'expires_at', until, signal })
}
