/** Finds out what became of a payment, and brings what was paid into the ledger. Safe to repeat at any moment. */
import type { CardGateway, Payment } from '#server/cards/gateway/atmos-gateway.ts'
import { connectTariff } from './connect-tariff.ts'
import type { Deps } from './deps.ts'
import { advance, findOrder, findUnsettled, type Order } from './order.ts'
import type { PaymentState } from '#server/cards/gateway/rules.ts'

/** A transaction of the gateway lives five minutes: after three times that, one that is still open is given up. */
const giveUpAfterMs = 15 * 60_000
/** Whoever charges writes to the order with every step; one that was left this long has nobody any more. */
const abandonedAfterMs = 60_000

/**
 * Looks at one order and takes it as far as can be known. Only `pay/get` takes an order out of `uncertain`; what has
 * been told to take no money yet goes back to where it can be charged again.
 */
export async function settleOrder(deps: Deps, order: Order): Promise<Order> {
  if (order.state === 'paid') return credit(deps, order)
  if (order.gateway_transaction_id === null || order.apply_sent_at === null) {
    const idleMs = deps.clock.nowMs() - order.updated_at.getTime()
    if (order.state !== 'charging' || idleMs < abandonedAfterMs) return order
    // Whoever charges writes down that it will take money before it does, and cannot once this is written.
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
    // Asked about again, but not at once.
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

/** First that it is paid, then the ledger: whatever is cut off in between is done by the next look. */
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

/** What the balance covers wholly is paid for without the card that was proven for it. */
export async function payFromBalance(deps: Deps, order: Order): Promise<Order> {
  const now = new Date(deps.clock.nowMs())
  const change = { state: 'paid', paid_at: now, credited_at: now } as const
  const paid = (await advance(deps.db, order, change, now.getTime())) ?? (await latest(deps, order))
  return paid.state === 'paid' ? credit(deps, paid) : paid
}

/** Brings the money of a paid order into the ledger, then connects what it was for. */
async function credit(deps: Deps, order: Order): Promise<Order> {
  const credited = await creditMoney(deps, order)
  return (await connectTariff(deps, credited)) ?? latest(deps, credited)
}

/** The order's number names the movement, so however often this is begun the money moves once. */
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

/** Somebody else was quicker: the order as it is now. Orders are never removed. */
export async function latest(deps: Deps, order: Order): Promise<Order> {
  return (await findOrder(deps.db, order.order_id)) ?? order
}

/** Looks until something is known, with growing pauses. */
export async function pollUntilSettled(deps: Deps, gateway: CardGateway, order: Order): Promise<Order> {
  let current = order
  for (const pauseMs of deps.checkPausesMs) {
    // Before the first look too: another request may have found it out already, and nothing may undo that.
    if (current.state !== 'uncertain' && current.state !== 'charging') return current
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    current = await applyPaymentState(deps, current, await gateway.getPaymentState(paymentOf(current)))
  }
  return current
}

const maxAtOnce = 100

/** Settles what nobody has touched for half a minute, the longest waiting first. Returns how many are known now. */
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
