/** Finds out what became of a payment that the bank has not answered for; goes on after the dialog is closed. */
import type { PaymentOrder } from '#contract/cards.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { lookAtOrder } from './payment-calls.ts'

export type Found = 'paid' | 'kept' | 'failed' | 'pending'

/** How an order ended, as a viewer is told; `kept`: the money came and the tariff was not connected. */
export function foundOf({ state, tariff }: Pick<PaymentOrder, 'state' | 'tariff'>): Found {
  if (state === 'declined' || state === 'expired' || state === 'bind_failed') return 'failed'
  if (state !== 'paid' || tariff?.state === 'waiting') return 'pending'
  return tariff?.state === 'not_connected' ? 'kept' : 'paid'
}

const everyMs = 5000
/** A gateway's transaction is given up after a quarter of an hour. */
const mostLooks = 200
const timers = new Set<ReturnType<typeof setTimeout>>()

/** Tells `pending` when it gives up; the server settles the order all the same. */
export function followOrder(orderId: number, tell: (found: Found) => void): void {
  const look = async (left: number) => {
    const order = await lookAtOrder(orderId)
    const found = order === null ? 'pending' : foundOf(order)
    if (found !== 'pending' || left === 0) tell(found)
    else wait(left - 1)
  }
  const wait = (left: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void look(left)
    }, everyMs)
    timers.add(timer)
  }
  wait(mostLooks)
}

onLogout(() => {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
})
