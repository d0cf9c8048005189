/** Polls a payment whose outcome the bank has not reported yet; continues after the dialog is closed. */
import type { PaymentOrder } from '#contract/billing/cards.ts'
import { onLogout } from '#web/session/on-logout.ts'
import type { Bill } from './bill.ts'
import { fetchOrderStatus } from './payment-calls.ts'
import { putUnanswered, type Unanswered } from './unanswered.ts'

export type OrderOutcome = 'paid' | 'kept' | 'failed' | 'pending'

/** The outcome of an order; `kept`: the money arrived, but the tariff was not activated. */
export function outcomeOf({ state, tariff }: Pick<PaymentOrder, 'state' | 'tariff'>): OrderOutcome {
  if (state === 'declined' || state === 'expired' || state === 'bind_failed') return 'failed'
  if (state !== 'paid' || tariff?.state === 'waiting') return 'pending'
  return tariff?.state === 'not_connected' ? 'kept' : 'paid'
}

const everyMs = 5000
/** A gateway's transaction expires after a quarter of an hour. */
const maxPolls = 200
const timers = new Set<ReturnType<typeof setTimeout>>()

type Tell = (orderOutcome: OrderOutcome, bill: Bill) => void
/** The callback for the outcome: that of the last caller in front of the viewer. */
let report: Tell | null = null
let followed: number | null = null

/**
 * Polls an order until its outcome is known and reports it once, to the last caller; the order is stored as pending
 * until then. Reports `pending` when polling stops; the server settles the order all the same.
 */
export function awaitResponse(order: Unanswered, tell: Tell): void {
  report = tell
  if (followed !== order.orderId) follow(order)
}

/** The same behind a page: a dialog that already waits for this order, opened while this code loaded, keeps its report. */
export function awaitInBackground(order: Unanswered, tell: Tell): void {
  if (followed !== order.orderId) awaitResponse(order, tell)
}

function follow(order: Unanswered): void {
  forgetTimers()
  followed = order.orderId
  putUnanswered(order)
  const look = async (left: number) => {
    const answered = await fetchOrderStatus(order.orderId)
    if (followed !== order.orderId) return
    const result = answered === null ? 'pending' : outcomeOf(answered)
    if (result === 'pending' && left > 0) return wait(left - 1)
    followed = null
    putUnanswered(null)
    report?.(result, order.bill)
  }
  const wait = (left: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void look(left)
    }, everyMs)
    timers.add(timer)
  }
  wait(maxPolls)
}

function forgetTimers(): void {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

onLogout(() => {
  forgetTimers()
  followed = null
})
