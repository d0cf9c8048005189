import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { purgeDrafts } from './list-drafts.ts'

const purgeDraftsJob = jobKind({ name: 'imports.purge-drafts', data: z.object({}), cron: '44 3 * * *' })

/** Deletes old drafts each night. */
export function draftsWorker(db: Db, clock: Clock): JobWorker {
  return jobWorker(purgeDraftsJob, async () => void (await purgeDrafts(db, clock.nowMs())))
}
