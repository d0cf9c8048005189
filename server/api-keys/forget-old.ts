/** Every night: what repeated requests may no longer find. */
import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { forgetOldAccountCalls } from './once-per-key.ts'

const forgetOldJob = jobKind({ name: 'api-keys.forget-old', data: z.object({}), cron: '31 4 * * *' })

export function apiKeyWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(forgetOldJob, async (_data, { signal }) => {
      await forgetOldAccountCalls(db, clock.nowMs(), signal)
    }),
  ]
}
