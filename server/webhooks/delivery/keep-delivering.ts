/** Delivers events in the processes that run jobs, and forgets old ones every night. */
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { forgetOldEvents } from '#server/webhooks/events/list-events.ts'
import { forgetRemovedWebhooks } from '#server/webhooks/stored/forget-removed.ts'
import type { DeliveryTools } from './attempt.ts'
import { createDispatcher } from './dispatch.ts'

const everyMs = 2000

/** Returns a function that ends it: attempts under way are cut off and repeated later. */
export function keepDelivering(tools: DeliveryTools): () => Promise<void> {
  const stopping = new AbortController()
  const dispatcher = createDispatcher(tools, stopping.signal)
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= dispatcher
      .start()
      .catch((error: unknown) => tools.log.error('webhooks.dispatch_failed', { error }))
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
    await dispatcher.idle()
  }
}

const forgetRemovedJob = jobKind({
  ...{ name: 'webhooks.forget-removed', data: z.object({}), cron: '*/5 * * * *' },
  limitSec: 3600,
})
const forgetOldJob = jobKind({ name: 'webhooks.forget-old', data: z.object({}), cron: '36 4 * * *' })

export function webhookWorkers({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly JobWorker[] {
  return [
    jobWorker(forgetRemovedJob, async (_data, { signal }) => {
      await forgetRemovedWebhooks(db, signal)
    }),
    jobWorker(forgetOldJob, async (_data, { signal }) => {
      await forgetOldEvents(db, clock.nowMs(), signal)
    }),
  ]
}
