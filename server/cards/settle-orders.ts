import * as z from 'zod/mini'
import { autoPay, type FindShortfalls } from './auto-pay.ts'
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

// By day: banks tell of each payment by a message. A day ahead there is time until the morning.
const renewals = jobKind({
  name: 'cards.auto-pay',
  data: z.object({}),
  tries: 1,
  cron: '*/10 8-21 * * *',
  oneWaits: true,
})

/** `findShortfalls`: billing's, for the renewals that cards pay by themselves. */
export function cardWorkers(
  cards: Cards,
  { findShortfalls }: { readonly findShortfalls: FindShortfalls },
): readonly JobWorker[] {
  return [
    jobWorker(renewals, async (_data, { log, signal }) => {
      const { paid, refused } = await autoPay(cards.deps, findShortfalls, signal)
      if (paid + refused > 0) log.info('cards.renewals_charged', { paid, refused })
    }),
    jobWorker(settleOrders, async (_data, job) => {
      const { settled, expired } = await cards.settle(job.signal)
      if (settled + expired > 0) job.log.info('cards.settled', { settled, expired })
    }),
    jobWorker(check, async (_data, { log }) => {
      const wrong = await checkCardPayments(cards.deps.db, cards.deps.clock.nowMs())
      if (wrong === undefined) log.info('cards.reconciled')
      else log.error('cards.reconciliation_failed', { what: wrong })
    }),
  ]
}
