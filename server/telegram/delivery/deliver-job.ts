import * as z from 'zod/mini'
import { jobKind } from '#server/platform/jobs.ts'

/** Sends what is due. At most one runs, in all processes. */
export const deliverJob = jobKind({
  name: 'telegram.deliver',
  data: z.object({}),
  oneWaitsPerKey: true,
  limitSec: 3600,
})
