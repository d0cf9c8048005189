/** Requests the result of a payment, and writes paid ones into the ledger. Safe to repeat at any moment. */
import type { CardGateway, Payment } from '#server/cards/gateway/atmos-gateway.ts'
import { connectTariff } from './connect-tariff.ts'
import type { Deps } from './deps.ts'
import { advance, findOrder, findUnsettled, type Order } from './order.ts'
import type { PaymentState } from '#server/cards/gateway/rules.ts'

/** A transaction of the gateway lives five minutes: after three times that, an open one is given up. */
const giveUpAfterMs = 15 * 60_000
/** A process that charges writes to the order at every step; an order unchanged for so long was abandoned. */
const abandonedAfterMs = 60_000

/**
 * Requests the status of one order and advances it as far as possible. Only `pay/get` takes an order out of
 * `uncertain`; an order whose charge was not requested yet returns to a state where it can be charged again.
 */
export async function settleOrder(deps: Deps, order: Order): Promise<Order> {
  if (order.state === 'paid') return credit(deps, order)
  if (order.gateway_transaction_id === null || order.apply_sent_at === null) {
    const idleMs = deps.clock.nowMs() - order.updated_at.getTime()
    if (order.state !== 'charging' || idleMs < abandonedAfterMs) return order
    // A process that charges records its request before it sends it, and cannot do so once this is written.
    const back = await advance(deps.db, order, { state: 'bound' }, deps.clock.nowMs())
    return back ?? latest(deps, order)
  }
  const gateway = deps.gateway()
  if (gateway === undefined) return order
  const look = await gateway.getPaymentState(paymentOf(order))
  return applyPaymentState(deps, order, look)
}

/** The payment that an order has at the gateway. */
export function paymentOf(order: Order): Payment {
  return {
    transactionId: order.gateway_transaction_id ?? 0,
    orderId: order.order_id,
    amountTiyin: order.amount_tiyin,
  }
}

export async function applyPaymentState(deps: Deps, order: Order, look: PaymentState): Promise<Order> {
  const nowMs = deps.clock.nowMs()
  const sinceMs = nowMs - (order.apply_sent_at?.getTime() ?? nowMs)
  if (look.kind === 'paid') return markPaid(deps, order, look)
  if (order.state === 'expired') {
    // Its status is requested again, but not at once.
    return (await advance(deps.db, order, {}, nowMs)) ?? latest(deps, order)
  }
  if (look.kind === 'closed') return end(deps, order, 'declined', 'closed')
  if (look.kind === 'open' && sinceMs > giveUpAfterMs) return end(deps, order, 'expired', 'never_paid')
  const moved = await advance(deps.db, order, { state: 'uncertain' }, nowMs)
  return moved ?? latest(deps, order)
}

export async function end(
  deps: Deps,
  order: Order,
  state: 'declined' | 'expired' | 'bind_failed',
  reason: string,
): Promise<Order> {
  deps.log.info('cards.payment_ended', { orderId: order.order_id, state, reason })
  const change = { state, reason, known_card_sealed: null }
  return (await advance(deps.db, order, change, deps.clock.nowMs())) ?? latest(deps, order)
}

/** First the paid state, then the ledger: an interruption in between is completed by the next status request. */
export async function markPaid(
  deps: Deps,
  order: Order,
  { chequeId, ofdUrl }: Extract<PaymentState, { kind: 'paid' }>,
): Promise<Order> {
  const nowMs = deps.clock.nowMs()
  const change = {
    state: 'paid',
    reason: null,
    paid_at: new Date(nowMs),
    cheque_id: chequeId,
    ofd_url: ofdUrl,
  } as const
  const paid = (await advance(deps.db, order, change, nowMs)) ?? (await latest(deps, order))
  return paid.state === 'paid' ? credit(deps, paid) : paid
}

/** A cost that the balance covers is paid without the card that was verified for it. */
export async function payFromBalance(deps: Deps, order: Order): Promise<Order> {
  const now = new Date(deps.clock.nowMs())
  const change = { state: 'paid', paid_at: now, credited_at: now } as const
  const paid = (await advance(deps.db, order, change, now.getTime())) ?? (await latest(deps, order))
  return paid.state === 'paid' ? credit(deps, paid) : paid
}

/** Writes the money of a paid order into the ledger, then connects its tariff. */
async function credit(deps: Deps, order: Order): Promise<Order> {
  const credited = await creditMoney(deps, order)
  return (await connectTariff(deps, credited)) ?? latest(deps, credited)
}

/** The order's number is the movement's reference, so however often this runs the money moves once. */
async function creditMoney(deps: Deps, order: Order): Promise<Order> {
  if (order.credited_at !== null) return order
  await deps.billing.moveMoney({
    reference: `atmos:${order.order_id}`,
    kind: 'top_up',
    accountId: order.account_id,
    amountTiyin: order.amount_tiyin,
    against: 'payments',
  })
  const nowMs = deps.clock.nowMs()
  const change = { credited_at: new Date(nowMs) }
  return (await advance(deps.db, order, change, nowMs)) ?? latest(deps, order)
}

/** Another process was faster: the current state of the order. Orders are never deleted. */
export async function latest(deps: Deps, order: Order): Promise<Order> {
  return (await findOrder(deps.db, order.order_id)) ?? order
}

/** Requests the status until the result is known, with growing pauses. */
export async function pollUntilSettled(deps: Deps, gateway: CardGateway, order: Order): Promise<Order> {
  let current = order
  for (const pauseMs of deps.checkPausesMs) {
    // Before the first request too: another process may already have the result, and it must not be undone.
    if (current.state !== 'uncertain' && current.state !== 'charging') return current
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    current = await applyPaymentState(deps, current, await gateway.getPaymentState(paymentOf(current)))
  }
  return current
}

const maxAtOnce = 100

/** Settles the orders unchanged for half a minute, the oldest first. Returns how many results are known now. */
export async function settleDue(deps: Deps, signal: AbortSignal): Promise<number> {
  const nowMs = deps.clock.nowMs()
  const due = await findUnsettled(deps.db, { beforeMs: nowMs - 30_000 }, { nowMs, limit: maxAtOnce })
  let settled = 0
  for (const order of due) {
    if (signal.aborted) break
    try {
      const after = await settleOrder(deps, order)
      if (after.state !== order.state && after.state !== 'uncertain') settled += 1
    } catch (error) {
      // One that cannot be settled must not hold up the others.
      deps.log.error('cards.settle_failed', { orderId: order.order_id, error })
    }
  }
  return settled
}
