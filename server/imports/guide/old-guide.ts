import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { forgetOldGuide } from '#server/television/television.ts'

const dayMs = 86_400_000

const forgetOldGuideJob = jobKind({
  name: 'operator.forget-old-guide',
  data: z.object({}),
  cron: '40 3 * * *',
})

/** Archives reach back 30 days at most. */
const guideRetentionMs = 31 * dayMs

/** Deletes each night the programmes that no archive and no list reaches any more. */
export function oldGuideWorker(db: Db, clock: Clock): JobWorker {
  return jobWorker(
    forgetOldGuideJob,
    async () => void (await forgetOldGuide(db, clock.nowMs() - guideRetentionMs)),
  )
}
