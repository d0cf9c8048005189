import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { deleteFormer } from './former-services.ts'

/** Each hour: former secrets go as soon as their change cannot be taken back any more. */
const forget = jobKind({ name: 'settings.forget-former', data: z.object({}), cron: '17 * * * *', tries: 1 })

export function settingWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(forget, async (_data, { log }) => {
      const count = await deleteFormer(db, clock.nowMs())
      if (count > 0) log.info('settings.former_deleted', { count })
    }),
  ]
}
