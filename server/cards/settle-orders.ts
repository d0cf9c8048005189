import * as z from 'zod/mini'
import { notifyCharges, notifySuspended } from '#server/billing/billing.ts'
import { autoPay, cardsThatPay } from './auto-pay.ts'
import { checkCardPayments } from './orders/card-totals.ts'
import type { Cards } from './open-cards.ts'
import { jobKind, jobWorker, type JobWorker } from '#server/platform/jobs.ts'

// An unresponsive gateway makes a run long: the minutes meanwhile are skipped.
const settleOrders = jobKind({
  name: 'cards.settle-orders',
  data: z.object({}),
  tries: 1,
  cron: '* * * * *',
  oneWaits: true,
})

const check = jobKind({ name: 'cards.check', data: z.object({}), cron: '51 3 * * *', limitSec: 3600 })

// Within the hours of the dunning: banks send a message for each payment. A day ahead there is time until the morning.
const renewals = jobKind({
  name: 'cards.auto-pay',
  data: z.object({}),
  tries: 1,
  cron: '*/10 * * * *',
  oneWaits: true,
})

// Which charges are announced depends on the cards that pay them, so the job is here and not in billing.
const notify = jobKind({ name: 'billing.notify', data: z.object({}), cron: '*/10 9-20 * * *' })

/** Interrupted payments, renewals paid by cards, notifications of coming charges and of suspensions. */
export function cardWorkers(cards: Cards): readonly JobWorker[] {
  const { billing, clock, db } = cards.deps
  return [
    jobWorker(renewals, async (_data, { log, signal }) => {
      const { paid, refused } = await autoPay(cards.deps, billing.findShortfalls, signal)
      if (paid + refused > 0) log.info('cards.renewals_charged', { paid, refused })
    }),
    jobWorker(settleOrders, async (_data, job) => {
      const { settled, expired } = await cards.settle(job.signal)
      if (settled + expired > 0) job.log.info('cards.settled', { settled, expired })
    }),
    jobWorker(notify, async (_data, { signal, log }) => {
      const notified = await notifyCharges(db, clock.nowMs(), {
        signal,
        cardsThatPay: (accountIds) => cardsThatPay(db, accountIds),
        hrefOf: cards.deps.renewalHref,
      })
      const suspended = await notifySuspended(db, clock.nowMs(), signal)
      if (notified + suspended > 0) log.info('billing.reminders_written', { told: notified + suspended })
    }),
    jobWorker(check, async (_data, { log }) => {
      const wrong = await checkCardPayments(db, clock.nowMs())
      if (wrong === undefined) log.info('cards.reconciled')
      else log.error('cards.reconciliation_failed', { what: wrong })
    }),
  ]
}
