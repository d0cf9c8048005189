/** The jobs that compute sums. */
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { collectWatching } from './collect-watching.ts'
import { rollUpNight, rollUpToday } from './roll-up.ts'

const collect = jobKind({ name: 'reports.collect-watching', data: z.object({}), cron: '*/5 * * * *' })
const hourly = jobKind({ name: 'reports.roll-up-today', data: z.object({}), cron: '7 * * * *' })
const nightly = jobKind({
  ...{ name: 'reports.roll-up-night', data: z.object({}), cron: '20 3 * * *' },
  // The first one computes every day since the first subscriber.
  limitSec: 6 * 3600,
})

const progressDays = 30

export function rollUpWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(collect, async (_data, job) => {
      const facts = await collectWatching(db, clock.nowMs())
      job.log.debug('reports.watching_collected', { facts })
    }),
    jobWorker(hourly, async (_data, job) => {
      const isDone = await rollUpToday(db, clock.nowMs())
      if (!isDone) job.log.debug('reports.hour_skipped')
    }),
    jobWorker(nightly, async (_data, job) => {
      const { days, factsDeleted } = await rollUpNight(db, clock.nowMs(), {
        signal: job.signal,
        onDay: (day, done, total) => {
          // A year of a first night is worth a line now and then.
          if (done % progressDays === 0) job.log.info('reports.rolling_up', { day, done, total })
        },
      })
      job.log.info('reports.rolled_up', { days, factsDeleted })
    }),
  ]
}
