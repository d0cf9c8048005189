/**
 * Refunds a payment to its card (ATMOS's `pay/reverse`). First the money leaves the balance, in one transaction with
 * the refund's row; then the gateway is called. Only its OK, or a status request that finds the payment closed, ends
 * a refund: any other response, or none, leaves it open for the next attempt. Safe to repeat at any moment.
 */
import type { Selectable } from 'kysely'
import type { Deps } from './deps.ts'
import { findOrder, type Order } from './order.ts'
import { paymentOf } from './settle.ts'
import { reverseTopUp } from '#server/billing/billing.ts'
import type { CardRefundTable } from './tables.ts'

export type Refund = Selectable<CardRefundTable>

/** The result of a refund request. Money is whole tiyin. */
export type Refunded =
  /** `isNew` is false for one that was refunded before. */
  | { readonly kind: 'given_back'; readonly amountTiyin: number; readonly isNew: boolean }
  /** It has left the balance; it is not known yet whether the card has received it. */
  | { readonly kind: 'open'; readonly amountTiyin: number }
  /** The gateway did not refund it within a day: the money is on the balance again. */
  | { readonly kind: 'refused_by_gateway'; readonly amountTiyin: number }
  /** The balance is less than the payment: it was used. */
  | { readonly kind: 'not_covered'; readonly amountTiyin: number }
  /** It is not paid, or its purchase is still in progress. */
  | { readonly kind: 'not_paid'; readonly state: Order['state'] }
  | { readonly kind: 'unknown' }

/**
 * The orders with a number: the gateway's transaction number or our order number. Several only when it is one of both
 * kinds.
 */
export function findRefundable(
  { db }: Pick<Deps, 'db'>,
  number: number,
  which: 'order' | 'transaction' | 'any',
): Promise<Order[]> {
  return db
    .selectFrom('payment_order')
    .selectAll()
    .where((by) =>
      by.or([
        ...(which === 'transaction' || number > 2 ** 31 - 1 ? [] : [by('order_id', '=', number)]),
        ...(which === 'order' ? [] : [by('gateway_transaction_id', '=', number)]),
      ]),
    )
    .orderBy('order_id')
    .execute()
}

/**
 * Refunds the payment of an order, whole. The gateway may be unavailable: then the refund is started and stays open.
 */
export async function refundPayment(deps: Deps, orderId: number, reason: string | null): Promise<Refunded> {
  const order = await findOrder(deps.db, orderId)
  if (order === undefined) return { kind: 'unknown' }
  const before = await findRefund(deps, orderId)
  if (before !== undefined) return settledAs(order, await settleRefund(deps, order, before), false)
  // The tariff it paid for is being connected from the balance at this moment.
  const isConnecting = order.tariff_id !== null && order.connected_at === null && order.not_connected === null
  const isFromCard = order.amount_tiyin > 0
  if (order.state !== 'paid' || order.credited_at === null || isConnecting || !isFromCard)
    return { kind: 'not_paid', state: order.state }
  const started = await begin(deps, order, reason)
  if (started === 'not_covered') return { kind: 'not_covered', amountTiyin: order.amount_tiyin }
  const refund = started === 'begun_before' ? await findRefund(deps, orderId) : started
  if (refund === undefined) throw new Error(`the started refund of order ${orderId} does not exist`)
  return settledAs(order, await settleRefund(deps, order, refund), started !== 'begun_before')
}

function settledAs({ amount_tiyin: amountTiyin }: Order, { state }: Refund, isNew: boolean): Refunded {
  if (state === 'given_back') return { kind: 'given_back', amountTiyin, isNew }
  return { kind: state === 'taken' ? 'open' : 'refused_by_gateway', amountTiyin }
}

function findRefund({ db }: Deps, orderId: number): Promise<Refund | undefined> {
  return db.selectFrom('card_refund').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Takes the money from the balance and writes the refund, or neither. */
function begin(
  { db, clock }: Deps,
  { order_id: orderId, account_id: accountId, amount_tiyin: amountTiyin }: Order,
  reason: string | null,
): Promise<Refund | 'begun_before' | 'not_covered'> {
  const nowMs = clock.nowMs()
  const at = new Date(nowMs)
  return db.transaction().execute(async (trx) => {
    const topUp = { reference: `atmos:${orderId}`, accountId, amountTiyin }
    // Locks the wallet to the end of the transaction, so that two refunds started at once run one after the other.
    const taken = await reverseTopUp(trx, topUp, nowMs)
    if (taken !== 'taken') return taken === 'not_covered' ? taken : 'begun_before'
    return trx
      .insertInto('card_refund')
      .values({ order_id: orderId, reason, state: 'taken', created_at: at, updated_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** If the gateway still reports the payment as paid after so long, it will not refund it. */
const giveUpAfterMs = 86_400_000
/**
 * From then on only the status is requested, so that no earlier request can still be in flight when it is given up.
 */
const idleAfterMs = giveUpAfterMs - 3_600_000

/** Advances a refund: requests the status first, and refunds again only while the gateway reports it as paid. */
async function settleRefund(deps: Deps, order: Order, refund: Refund): Promise<Refund> {
  const gateway = deps.gateway()
  if (refund.state !== 'taken' || gateway === undefined) return refund
  const payment = paymentOf(order)
  const isFirst = refund.updated_at.getTime() === refund.created_at.getTime()
  const ageMs = deps.clock.nowMs() - refund.created_at.getTime()
  const seen = isFirst ? 'paid' : (await gateway.getPaymentState(payment)).kind
  if (seen === 'closed') return end(deps, refund, 'given_back')
  if (seen !== 'paid') return touch(deps, refund)
  if (!isFirst && ageMs > giveUpAfterMs) return giveUp(deps, order, refund)
  if (!isFirst && ageMs > idleAfterMs) return touch(deps, refund)
  // Written before the request, so that it is never taken for one that was not sent.
  const touched = await touch(deps, refund)
  const reversed = await gateway.reverse(payment.transactionId, touched.reason)
  if (reversed.kind === 'reversed') return end(deps, touched, 'given_back')
  deps.log.warn('cards.refund_unanswered', {
    orderId: order.order_id,
    answer: reversed.reason,
  })
  const { kind } = await gateway.getPaymentState(payment)
  return kind === 'closed' ? end(deps, touched, 'given_back') : touched
}

/** Returns the money to the balance, once; then the refund is over. */
async function giveUp(deps: Deps, order: Order, refund: Refund): Promise<Refund> {
  deps.log.error('cards.refund_gave_up', { orderId: order.order_id })
  await deps.billing.moveMoney({
    reference: `atmos:${order.order_id}:refused`,
    kind: 'adjustment',
    accountId: order.account_id,
    amountTiyin: order.amount_tiyin,
    against: 'payments',
  })
  return end(deps, refund, 'refused')
}

async function end(deps: Deps, refund: Refund, state: 'given_back' | 'refused'): Promise<Refund> {
  const at = new Date(deps.clock.nowMs())
  deps.log.info('cards.refund_ended', { orderId: refund.order_id, state })
  return change(deps, refund, { state, updated_at: at, ended_at: at })
}

/** Later than its start, also when the clock stands still or was set back. */
function touch(deps: Deps, refund: Refund): Promise<Refund> {
  const atMs = Math.max(deps.clock.nowMs(), refund.created_at.getTime() + 1)
  return change(deps, refund, { updated_at: new Date(atMs) })
}

/** Changes a refund that is still open; returns its current state, also when another process was faster. */
async function change(deps: Deps, refund: Refund, to: Partial<Omit<Refund, 'order_id'>>): Promise<Refund> {
  const changed = await deps.db
    .updateTable('card_refund')
    .set(to)
    .where('order_id', '=', refund.order_id)
    .where('state', '=', 'taken')
    .returningAll()
    .executeTakeFirst()
  return changed ?? (await findRefund(deps, refund.order_id)) ?? refund
}

const maxAtOnce = 100
/** The caller that started it sends the first request at once. */
const leftAloneMs = 30_000

/** Continues the open refunds, the oldest first. Returns how many ended. */
export async function settleRefunds(deps: Deps, signal: AbortSignal): Promise<number> {
  const due = await deps.db
    .selectFrom('card_refund')
    .selectAll()
    .where('state', '=', 'taken')
    .where('updated_at', '<', new Date(deps.clock.nowMs() - leftAloneMs))
    .orderBy('updated_at')
    .limit(maxAtOnce)
    .execute()
  let ended = 0
  for (const refund of due) {
    if (signal.aborted) break
    try {
      const order = await findOrder(deps.db, refund.order_id)
      if (order !== undefined && (await settleRefund(deps, order, refund)).state !== 'taken') ended += 1
    } catch (error) {
      // One that cannot be settled must not hold up the others.
      deps.log.error('cards.refund_settle_failed', { orderId: refund.order_id, error })
    }
  }
  return ended
}
