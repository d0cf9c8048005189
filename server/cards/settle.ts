/** Finds out what became of a payment, and brings what was paid into the ledger. Safe to repeat at any moment. */
import type { CardGateway, Payment } from './atmos-gateway.ts'
import { connectTariff } from './connect-tariff.ts'
import type { Needs } from './needs.ts'
import { advance, findOrder, findUnsettled, type Order } from './order.ts'
import type { Look } from './rules.ts'

/** A transaction of the gateway lives five minutes: after three times that, one that is still open is given up. */
const givenUpAfterMs = 15 * 60_000
/** Whoever charges writes to the order with every step; one that was left this long has nobody any more. */
const abandonedAfterMs = 60_000

/**
 * Looks at one order and takes it as far as can be known. Only `pay/get` takes an order out of `uncertain`; what has
 * been told to take no money yet goes back to where it can be charged again.
 */
export async function settleOrder(needs: Needs, order: Order): Promise<Order> {
  if (order.state === 'paid') return credit(needs, order)
  if (order.gateway_transaction_id === null || order.apply_sent_at === null) {
    const idleMs = needs.clock.nowMs() - order.updated_at.getTime()
    if (order.state !== 'charging' || idleMs < abandonedAfterMs) return order
    // Whoever charges writes down that it will take money before it does, and cannot once this is written.
    const back = await advance(needs.db, order, { state: 'bound' }, needs.clock.nowMs())
    return back ?? latest(needs, order)
  }
  const gateway = needs.gateway()
  if (gateway === undefined) return order
  const look = await gateway.look(paymentOf(order))
  return afterLook(needs, order, look)
}

/** The payment that an order has at the gateway. */
export function paymentOf(order: Order): Payment {
  return {
    transactionId: order.gateway_transaction_id ?? 0,
    orderId: order.order_id,
    amountTiyin: order.amount_tiyin,
  }
}

export async function afterLook(needs: Needs, order: Order, look: Look): Promise<Order> {
  const nowMs = needs.clock.nowMs()
  const sinceMs = nowMs - (order.apply_sent_at?.getTime() ?? nowMs)
  if (look.kind === 'paid') return markPaid(needs, order, look)
  if (order.state === 'expired') {
    // Asked about again, but not at once.
    return (await advance(needs.db, order, {}, nowMs)) ?? latest(needs, order)
  }
  if (look.kind === 'closed') return end(needs, order, 'declined', 'closed')
  if (look.kind === 'open' && sinceMs > givenUpAfterMs) return end(needs, order, 'expired', 'never_paid')
  const moved = await advance(needs.db, order, { state: 'uncertain' }, nowMs)
  return moved ?? latest(needs, order)
}

export async function end(
  needs: Needs,
  order: Order,
  state: 'declined' | 'expired' | 'bind_failed',
  reason: string,
): Promise<Order> {
  needs.log.info('a payment by card ended', { orderId: order.order_id, state, reason })
  const change = { state, reason, known_card_sealed: null }
  return (await advance(needs.db, order, change, needs.clock.nowMs())) ?? latest(needs, order)
}

/** First that it is paid, then the ledger: whatever is cut off in between is done by the next look. */
export async function markPaid(
  needs: Needs,
  order: Order,
  { chequeId, ofdUrl }: Extract<Look, { kind: 'paid' }>,
): Promise<Order> {
  const nowMs = needs.clock.nowMs()
  const change = {
    state: 'paid',
    reason: null,
    paid_at: new Date(nowMs),
    cheque_id: chequeId,
    ofd_url: ofdUrl,
  } as const
  const paid = (await advance(needs.db, order, change, nowMs)) ?? (await latest(needs, order))
  return paid.state === 'paid' ? credit(needs, paid) : paid
}

/** What the balance covers wholly is paid for without the card that was proven for it. */
export async function payFromBalance(needs: Needs, order: Order): Promise<Order> {
  const now = new Date(needs.clock.nowMs())
  const change = { state: 'paid', paid_at: now, credited_at: now } as const
  const paid = (await advance(needs.db, order, change, now.getTime())) ?? (await latest(needs, order))
  return paid.state === 'paid' ? credit(needs, paid) : paid
}

/** Brings the money of a paid order into the ledger, then connects what it was for. */
async function credit(needs: Needs, order: Order): Promise<Order> {
  const credited = await creditMoney(needs, order)
  return (await connectTariff(needs, credited)) ?? latest(needs, credited)
}

/** The order's number names the movement, so however often this is begun the money moves once. */
async function creditMoney(needs: Needs, order: Order): Promise<Order> {
  if (order.credited_at !== null) return order
  await needs.credit({
    reference: `atmos:${order.order_id}`,
    kind: 'top_up',
    accountId: order.account_id,
    amountTiyin: order.amount_tiyin,
    against: 'payments',
  })
  const nowMs = needs.clock.nowMs()
  const change = { credited_at: new Date(nowMs) }
  return (await advance(needs.db, order, change, nowMs)) ?? latest(needs, order)
}

/** Somebody else was quicker: the order as it is now. Orders are never removed. */
export async function latest(needs: Needs, order: Order): Promise<Order> {
  return (await findOrder(needs.db, order.order_id)) ?? order
}

/** Looks until something is known, with growing pauses. */
export async function lookUntilKnown(needs: Needs, gateway: CardGateway, order: Order): Promise<Order> {
  let current = order
  for (const pauseMs of needs.lookPausesMs) {
    // Before the first look too: another request may have found it out already, and nothing may undo that.
    if (current.state !== 'uncertain' && current.state !== 'charging') return current
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    current = await afterLook(needs, current, await gateway.look(paymentOf(current)))
  }
  return current
}

const maxAtOnce = 100

/** Settles what nobody has touched for half a minute, the longest waiting first. Returns how many are known now. */
export async function settleDue(needs: Needs, signal: AbortSignal): Promise<number> {
  const nowMs = needs.clock.nowMs()
  const due = await findUnsettled(needs.db, { beforeMs: nowMs - 30_000 }, { nowMs, limit: maxAtOnce })
  let settled = 0
  for (const order of due) {
    if (signal.aborted) break
    try {
      const after = await settleOrder(needs, order)
      if (after.state !== order.state && after.state !== 'uncertain') settled += 1
    } catch (error) {
      // One that cannot be settled must not hold up the others.
      needs.log.error('a payment by card could not be settled', { orderId: order.order_id, error })
    }
  }
  return settled
}
