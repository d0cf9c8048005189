import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { purgeTables } from './store-table.ts'

const purgeTablesJob = jobKind({ name: 'imports.purge-tables', data: z.object({}), cron: '48 3 * * *' })

/** Deletes old drafts of tables each night. */
export function tablesWorker(db: Db, clock: Clock): JobWorker {
  return jobWorker(purgeTablesJob, async () => void (await purgeTables(db, clock.nowMs())))
}
