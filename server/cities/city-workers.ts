import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { suggestCities } from './accounts/suggest-cities.ts'
import type { Networks } from './networks/open-networks.ts'

const suggest = jobKind({ name: 'cities.suggest', data: z.object({}), cron: '27 22 * * *' })

/** Each night: the city of the network for accounts without one. */
export function cityWorkers(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly networks: Pick<Networks, 'networkOf'>
}): readonly JobWorker[] {
  const { db, clock, networks } = deps
  return [
    jobWorker(suggest, async (_data, job) => {
      const accounts = await suggestCities(db, networks, clock.nowMs(), job.signal)
      job.log.info('cities.suggested', { accounts })
    }),
  ]
}
