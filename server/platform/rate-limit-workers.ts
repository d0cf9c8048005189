import * as z from 'zod/mini'
import type { Db } from './database/database.ts'
import { type JobWorker, jobKind, jobWorker } from './jobs.ts'
import { forgetEndedLimits } from './limits/shared-limit.ts'

/** Every ten minutes: the number of rows is bounded by the attempts within the longest time of a limit. */
const forgetEnded = jobKind({ name: 'limits.forget-ended', data: z.object({}), cron: '*/10 * * * *' })

/** Deletes the counts of shared limits whose time has ended. */
export function rateLimitWorkers({ db }: { readonly db: Db }): readonly JobWorker[] {
  return [
    jobWorker(forgetEnded, async (_data, { signal }) => {
      await forgetEndedLimits(db, signal)
    }),
  ]
}
