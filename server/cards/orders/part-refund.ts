/**
 * Refunds a part of a payment by card. ATMOS's `pay/reverse` takes back the whole alone, so the part leaves the balance
 * at once and finance pays it back outside Ekran: in the bank's cabinet, or by a transfer. A payment may be refunded in
 * several parts, one after the other; one that was given up blocks none.
 */
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { lockWallet, restoreTopUp } from '#server/billing/billing.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { findOrder, type Order } from './order.ts'
import type { Deps } from './deps.ts'
import { isRefundable } from './refund.ts'
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

/** A refund of a part; whole tiyin. */
export type PartRefund = Refund & { readonly part_tiyin: number }

export interface PartOrder {
  readonly orderId: number
  /** Whole tiyin, above 0 and below the payment. */
  readonly partTiyin: number
  /** Which attempt it is to be, as its page said; absent: the next. */
  readonly attempt?: number | undefined
  readonly reason: string
  /** Undefined for an operator at the command line. */
  readonly by: RefundedBy | undefined
  /** The limit in whole tiyin that it exceeds, checked in its transaction with the wallet locked. */
  readonly exceeds?: ((trx: DbTransaction) => Promise<number | undefined>) | undefined
  /** Writes it into the audit, in the same transaction. */
  readonly record: RecordIn<{ readonly refund: PartRefund }>
}

/** The result of a request for a part. Money is whole tiyin. */
export type PartStarted =
  | { readonly kind: 'begun'; readonly refund: PartRefund }
  /** A refund is under way, all of it was refunded, or somebody was faster: nothing was changed. `who` began the last. */
  | { readonly kind: 'begun_before'; readonly who: string }
  | { readonly kind: 'not_covered'; readonly balanceTiyin: number }
  /** `maxTiyin`: what was not paid back yet; the whole payment goes through the gateway. */
  | { readonly kind: 'too_much'; readonly maxTiyin: number }
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  | { readonly kind: 'not_paid'; readonly state: Order['state'] }
  | { readonly kind: 'unknown' }

type PartDeps = Pick<Deps, 'db' | 'clock'>

/** Takes the part from the balance and writes the task to pay it back, or neither. */
export function beginPartRefund({ db, clock }: PartDeps, part: PartOrder): Promise<PartStarted> {
  const { orderId, partTiyin, reason, by, record } = part
  const nowMs = clock.nowMs()
  return recordedAct<PartStarted, 'begun'>(db, { done: 'begun', record }, async (trx) => {
    const order = await findOrder(trx, orderId)
    if (order === undefined) return { kind: 'unknown' }
    if (!isRefundable(order)) return { kind: 'not_paid', state: order.state }
    // Refunds of a payment run one after the other.
    await lockWallet(trx, order.account_id)
    const last = await findRefund(trx, orderId)
    const leftTiyin = order.amount_tiyin - (await paidBackTiyin(trx, order))
    const isOver = last?.state === 'taken' || leftTiyin <= 0
    if (isOver || !isNextAttempt(part.attempt, last))
      return { kind: 'begun_before', who: last?.staff_name ?? '' }
    if (partTiyin > leftTiyin || partTiyin >= order.amount_tiyin)
      return { kind: 'too_much', maxTiyin: leftTiyin }
    const limitTiyin = await part.exceeds?.(trx)
    if (limitTiyin !== undefined) return { kind: 'over_limit', limitTiyin }
    const refund = await beginAttempt(trx, order, { partTiyin, reason, by }, nowMs)
    return typeof refund === 'number'
      ? { kind: 'not_covered', balanceTiyin: partTiyin - refund }
      : { kind: 'begun', refund: { ...refund, part_tiyin: partTiyin } }
  })
}

/** The result of ending the refund of a part. */
export type PartEnded =
  | { readonly kind: 'ended'; readonly refund: PartRefund }
  | { readonly kind: 'ended_before'; readonly refund: PartRefund }
  | { readonly kind: 'unknown' }

/** How it ended: the payer has the money, by which document; or it was not paid back. */
export type PartEnd =
  | { readonly state: 'given_back'; readonly way: 'cabinet' | 'transfer'; readonly document: string }
  | { readonly state: 'refused' }

export interface EndedPart {
  readonly orderId: number
  /** Which attempt; absent: the last. */
  readonly attempt?: number | undefined
  readonly by: RefundedBy | undefined
  readonly end: PartEnd
}

/** Stores that the payer has the part, or gives it up: then the money is on the balance again. */
export function endPartRefund(
  { db, clock }: PartDeps,
  { orderId, attempt, by, end }: EndedPart,
  record: RecordIn<Extract<PartEnded, { readonly kind: 'ended' }>>,
): Promise<PartEnded> {
  const nowMs = clock.nowMs()
  return recordedAct<PartEnded, 'ended'>(db, { done: 'ended', record }, async (trx) => {
    const order = await findOrder(trx, orderId)
    if (order === undefined) return { kind: 'unknown' }
    await lockWallet(trx, order.account_id)
    const refund = await findRefund(trx, orderId, attempt)
    const partTiyin = refund?.part_tiyin ?? null
    if (refund === undefined || partTiyin === null) return { kind: 'unknown' }
    if (refund.state !== 'taken')
      return { kind: 'ended_before', refund: { ...refund, part_tiyin: partTiyin } }
    if (end.state === 'refused') {
      const put = { reference: restoredReference(refund), taken: takenReference(refund) }
      await restoreTopUp(trx, put, nowMs)
    }
    const at = new Date(nowMs)
    const ended = await trx
      .updateTable('card_refund')
      .set({ ...end, ended_by_name: by?.name ?? '', updated_at: at, ended_at: at })
      .where('order_id', '=', orderId)
      .where('attempt', '=', refund.attempt)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { kind: 'ended', refund: { ...ended, part_tiyin: partTiyin } }
  })
}
