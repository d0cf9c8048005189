import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { purgeLogos } from './store-logos.ts'

const purgeLogosJob = jobKind({ name: 'imports.purge-logos', data: z.object({}), cron: '52 3 * * *' })

/** Deletes old drafts of logos each night. */
export function logoDraftsWorker(db: Db, clock: Clock): JobWorker {
  return jobWorker(purgeLogosJob, async () => void (await purgeLogos(db, clock.nowMs())))
}
