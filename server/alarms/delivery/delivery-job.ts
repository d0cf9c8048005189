import * as z from 'zod/mini'
import { type JobWorker, type Jobs, jobKind, jobWorker } from '#server/platform/jobs.ts'
import { deliver, type SendingTools } from './deliver.ts'
import { waitingDeliveries } from './delivery-queue.ts'

/** Eight attempts within some ten minutes. */
const deliverAlarmJob = jobKind({
  name: 'alarms.deliver',
  data: z.object({ deliveryId: z.int() }),
  concurrency: 4,
  tries: 8,
  retryDelaySec: 5,
  limitSec: 60,
  onePerKey: true,
})

class NotDelivered extends Error {
  override readonly name = 'NotDelivered'
}

export function deliveryWorkers(tools: SendingTools): readonly JobWorker[] {
  return [
    jobWorker(deliverAlarmJob, async ({ deliveryId }, { attempt, signal, log }) => {
      const isLast = attempt >= deliverAlarmJob.tries
      const outcome = await deliver(tools, deliveryId, { isLast, signal })
      if (outcome?.kind !== 'failed') return
      if (!outcome.isFinal) throw new NotDelivered(outcome.problem)
      log.warn('alarms.not_delivered', { deliveryId, reason: outcome.problem })
    }),
  ]
}

/** Starts a job for each message that waits; one that has a job gets no second. */
export async function startDeliveries(
  { db, jobs }: Pick<SendingTools, 'db'> & { readonly jobs: Pick<Jobs, 'send'> },
  nowMs: number,
): Promise<void> {
  for (const deliveryId of await waitingDeliveries(db, nowMs))
    await jobs.send(deliverAlarmJob, { deliveryId }, { onceKey: String(deliveryId) })
}
