import * as z from 'zod/mini'
import { forgetOldComplaints } from './complaint.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'

const forgetOld = jobKind({ name: 'complaints.forget-old', data: z.object({}), cron: '17 23 * * *' })

export function complaintWorkers(deps: { readonly db: Db; readonly clock: Clock }): readonly JobWorker[] {
  return [
    jobWorker(forgetOld, async (_data, job) => {
      const forgotten = await forgetOldComplaints(deps.db, deps.clock.nowMs(), job.signal)
      job.log.info('complaints.old_deleted', { forgotten })
    }),
  ]
}
