import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'
import { checkEdges, type HealthDeps } from './health/check-edges.ts'

/** One try: the next minute has a job of its own. */
const check = jobKind({
  ...{ name: 'edges.check', data: z.object({}), cron: '* * * * *' },
  ...{ tries: 1, limitSec: 58 },
})

/** Rounds of one job, and the pause between them: an edge that is gone is left out within a minute. */
const rounds = 4
const betweenMs = 10_000

/** Each minute, in rounds: whether edges answer at their health addresses. */
export function edgeWorkers(deps: Omit<HealthDeps, 'log'>): readonly JobWorker[] {
  return [
    jobWorker(check, async (_data, job) => {
      for (let round = 0; round < rounds && !job.signal.aborted; round += 1) {
        if (round > 0) await pause(betweenMs, undefined, { signal: job.signal }).catch(() => undefined)
        if (!job.signal.aborted) await checkEdges({ ...deps, log: job.log }, job.signal)
      }
    }),
  ]
}
