import * as z from 'zod/mini'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { deliverJob } from './deliver-job.ts'
import type { Push } from './open-push.ts'

/** Each minute: starts what no notification of the database has started, and deletes what has expired. */
const findDueJob = jobKind({
  name: 'push.find-due',
  data: z.object({}),
  cron: '* * * * *',
  oneWaits: true,
  tries: 1,
})

export function pushWorkers(push: Push): readonly JobWorker[] {
  return [
    jobWorker(deliverJob, ({ service }, { signal }) => push.deliver(service, signal)),
    jobWorker(findDueJob, () => push.findDue()),
  ]
}
