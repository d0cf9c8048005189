/**
 * Refunds a payment to its card (ATMOS's `pay/reverse`). First the money leaves the balance, in one transaction with
 * the refund's row; then the gateway is called. Only its OK, or a status request that finds the payment closed, ends
 * a refund: any other response, or none, leaves it open for the next request. Safe to repeat at any moment.
 */
import type { Deps } from './deps.ts'
import { findOrder, type Order } from './order.ts'
import { paymentOf } from './settle.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import { lockWallet, restoreTopUp } from '#server/billing/billing.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  beginAttempt,
  findRefund,
  isNextAttempt,
  paidBackTiyin,
  type Refund,
  type RefundedBy,
  restoredReference,
  takenReference,
} from './refund-attempts.ts'

/** The result of a refund request. Money is whole tiyin. */
export type Refunded =
  /** `isNew` is false for one that was refunded before. */
  | { readonly kind: 'given_back'; readonly amountTiyin: number; readonly isNew: boolean }
  /** It has left the balance; it is not known yet whether the card has received it. */
  | { readonly kind: 'open'; readonly amountTiyin: number; readonly isNew: boolean }
  /** The gateway did not refund it within a day: the money is on the balance again. */
  | { readonly kind: 'refused_by_gateway'; readonly amountTiyin: number }
  /** The balance is less than the payment: it was used. */
  | { readonly kind: 'not_covered'; readonly amountTiyin: number }
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  /** `partTiyin` of it were paid back, or finance is to pay them back: the whole is not refunded then. */
  | {
      readonly kind: 'refunded_in_part'
      readonly partTiyin: number
      /** The last of them is still to be paid back. */
      readonly isOpen: boolean
      readonly who: string
    }
  /** Somebody was faster: nothing was changed. `who` began the last attempt. */
  | { readonly kind: 'other_attempt'; readonly who: string }
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

/** Who refunds, and the limit in whole tiyin that it exceeds, checked in its transaction with the wallet locked. */
export interface RefundedFor {
  readonly by?: RefundedBy | undefined
  /** Which attempt it is to be, as its page said; absent: the next. */
  readonly attempt?: number | undefined
  readonly exceeds?: ((trx: DbTransaction) => Promise<number | undefined>) | undefined
  /** Writes that the money left the balance into the audit, in the same transaction. */
  readonly record?: RecordIn<void> | undefined
}

/**
 * Refunds the payment of an order, whole. The gateway may be unavailable: then the refund is started and stays open.
 */
export async function refundPayment(
  deps: Deps,
  orderId: number,
  reason: string | null,
  { by, attempt, exceeds, record }: RefundedFor = {},
): Promise<Refunded> {
  const order = await findOrder(deps.db, orderId)
  if (order === undefined) return { kind: 'unknown' }
  if (!isRefundable(order)) return { kind: 'not_paid', state: order.state }
  const started = await begin(deps, order, reason, { by, attempt, exceeds, record })
  if (started.kind !== 'attempt') return started
  const { refund, isNew } = started
  return settledAs(order, await settleRefund(deps, order, refund), isNew)
}

/** Whether its money is on the balance and may leave it again; pure. */
export function isRefundable(order: Order): boolean {
  // The tariff it paid for is being connected from the balance at this moment.
  const isConnecting = order.tariff_id !== null && order.connected_at === null && order.not_connected === null
  return order.state === 'paid' && order.credited_at !== null && !isConnecting && order.amount_tiyin > 0
}

function settledAs({ amount_tiyin: amountTiyin }: Order, refund: Refund, isNew: boolean): Refunded {
  const { state } = refund
  if (state === 'given_back') return { kind: 'given_back', amountTiyin, isNew }
  if (state === 'taken') return { kind: 'open', amountTiyin, isNew }
  return { kind: 'refused_by_gateway', amountTiyin }
}

type CurrentAttempt =
  | { readonly kind: 'attempt'; readonly refund: Refund; readonly isNew: boolean }
  | Extract<Refunded, { readonly kind: 'refunded_in_part' | 'other_attempt' | 'over_limit' | 'not_covered' }>

/** Takes the money from the balance and writes the attempt, or neither; one that is under way or done is found. */
function begin(
  { db, clock }: Deps,
  order: Order,
  reason: string | null,
  { by, attempt, exceeds, record }: RefundedFor,
): Promise<CurrentAttempt> {
  return db.transaction().execute(async (trx): Promise<CurrentAttempt> => {
    // Locks the wallet to the end of the transaction, so that two refunds started at once run one after the other.
    await lockWallet(trx, order.account_id)
    const last = await findRefund(trx, order.order_id)
    const backTiyin = await paidBackTiyin(trx, order)
    const openTiyin = last?.state === 'taken' ? (last.part_tiyin ?? 0) : 0
    if (last !== undefined && last.part_tiyin === null && last.state !== 'refused')
      return { kind: 'attempt', refund: last, isNew: false }
    // The gateway refunds the whole alone.
    if (last !== undefined && backTiyin + openTiyin > 0)
      return {
        ...{ kind: 'refunded_in_part', partTiyin: backTiyin + openTiyin },
        ...{ isOpen: openTiyin > 0, who: last.staff_name },
      }
    if (!isNextAttempt(attempt, last)) return { kind: 'other_attempt', who: last?.staff_name ?? '' }
    const limitTiyin = await exceeds?.(trx)
    if (limitTiyin !== undefined) return { kind: 'over_limit', limitTiyin }
    const refund = await beginAttempt(trx, order, { partTiyin: null, reason, by }, clock.nowMs())
    if (typeof refund === 'number') return { kind: 'not_covered', amountTiyin: order.amount_tiyin }
    await record?.(trx)
    return { kind: 'attempt', refund, isNew: true }
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
  if (refund.state !== 'taken' || refund.part_tiyin !== null || gateway === undefined) return refund
  const payment = paymentOf(order)
  const isFirst = refund.updated_at.getTime() === refund.created_at.getTime()
  const ageMs = deps.clock.nowMs() - refund.created_at.getTime()
  // After a refused attempt the gateway's support may have refunded it.
  const seen = isFirst && refund.attempt === 1 ? 'paid' : (await gateway.getPaymentState(payment)).kind
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
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, order.account_id)
    // Another process may have ended it meanwhile: its money stays with the payer then.
    const { state } = await trx
      .selectFrom('card_refund')
      .select('state')
      .where('order_id', '=', refund.order_id)
      .where('attempt', '=', refund.attempt)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (state !== 'taken') return
    const put = { reference: restoredReference(refund), taken: takenReference(refund) }
    await restoreTopUp(trx, put, nowMs)
    await end({ ...deps, db: trx }, refund, 'refused')
  })
  return latest(deps, refund)
}

async function end(deps: Changing, refund: Refund, state: 'given_back' | 'refused'): Promise<Refund> {
  const at = new Date(deps.clock.nowMs())
  deps.log.info('cards.refund_ended', { orderId: refund.order_id, state })
  return change(deps, refund, { state, updated_at: at, ended_at: at })
}

/** Later than its start, also when the clock stands still or was set back. */
function touch(deps: Deps, refund: Refund): Promise<Refund> {
  const atMs = Math.max(deps.clock.nowMs(), refund.created_at.getTime() + 1)
  return change(deps, refund, { updated_at: new Date(atMs) })
}

type Changing = Pick<Deps, 'clock' | 'log'> & { readonly db: Db | DbTransaction }

/** Changes a refund that is still open; returns its current state, also when another process was faster. */
async function change(
  deps: Pick<Changing, 'db'>,
  refund: Refund,
  to: Partial<Pick<Refund, 'state' | 'updated_at' | 'ended_at'>>,
): Promise<Refund> {
  const changed = await deps.db
    .updateTable('card_refund')
    .set(to)
    .where('order_id', '=', refund.order_id)
    .where('attempt', '=', refund.attempt)
    .where('state', '=', 'taken')
    .returningAll()
    .executeTakeFirst()
  return changed ?? latest(deps, refund)
}

function latest({ db }: Pick<Changing, 'db'>, refund: Refund): Promise<Refund> {
  return db
    .selectFrom('card_refund')
    .selectAll()
    .where('order_id', '=', refund.order_id)
    .where('attempt', '=', refund.attempt)
    .executeTakeFirstOrThrow()
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
    .where('part_tiyin', 'is', null)
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
