import * as z from 'zod/mini'
import { PushServiceName } from '#contract/accounts/push-devices.ts'
import { jobKind } from '#server/platform/jobs.ts'

/** Sends what is due to one service. At most one runs per service, in all processes. */
export const deliverJob = jobKind({
  name: 'push.deliver',
  data: z.object({ service: PushServiceName }),
  oneWaitsPerKey: true,
  // One of each service: neither waits for the other.
  concurrency: 3,
  limitSec: 3600,
})
