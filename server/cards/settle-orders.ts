import * as z from 'zod/mini'
import { checkCardPayments } from './card-totals.ts'
import type { Cards } from './open-cards.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'

// A gateway that does not answer makes a run long: the runs of the minutes meanwhile are one.
const settleOrders = jobKind({
  name: 'cards.settle-orders',
  data: z.object({}),
  tries: 1,
  cron: '* * * * *',
  oneWaits: true,
})

const check = jobKind({ name: 'cards.check', data: z.object({}), cron: '51 3 * * *', limitSec: 3600 })

export function cardWorkers(cards: Cards): readonly JobWorker[] {
  return [
    jobWorker(settleOrders, async (_data, job) => {
      const { settled, expired } = await cards.settle(job.signal)
      if (settled + expired > 0) job.log.info('payments by card were settled', { settled, expired })
    }),
    jobWorker(check, async (_data, { log }) => {
      const wrong = await checkCardPayments(cards.needs.db, cards.needs.clock.nowMs())
      if (wrong === undefined) log.info('the payments by card and the ledger agree')
      else log.error('the payments by card and the ledger do not agree', { what: wrong })
    }),
  ]
}
