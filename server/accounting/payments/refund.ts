/** Refunds of payments by the staff: of every way, within limits, whole or in several parts, one after the other. */
import type { RecordIn } from '#server/audit/audit.ts'
import { ownerBalanceTiyin } from '#server/billing/billing.ts'
import { beginPartRefund, type Deps as CardDeps, refundPayment } from '#server/cards/cards.ts'
import {
  beginProviderRefund,
  type ProviderRefund,
  type RefundedBy,
  type ReversalDeps,
  settleReversal,
} from '#server/merchants/merchants.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { findPaymentRow, type PaymentRow, type PaymentSystem } from './list-payments.ts'
import { exceededLimit, exceedsOnce, type Refunder } from './refund-limits.ts'

export interface RefundDeps {
  readonly db: Db
  readonly clock: Clock
  readonly cards: CardDeps
  readonly log: Log
  readonly reverserOf: ReversalDeps['reverserOf']
}

export interface RefundRequest {
  readonly system: PaymentSystem
  readonly number: number
  /** Whole tiyin; a card gets the whole payment, a part of it is paid back by finance. */
  readonly amountTiyin: number
  /** Which attempt it is to be, as its page said: repeated, or at once with somebody else's, it happens once. */
  readonly attempt: number
  readonly reason: string
  readonly by: Refunder
  /** Writes that the money left the balance into the audit, in the same transaction. */
  readonly record: RecordIn<RefundWay>
}

/** How a refund begins; what the bank or the system says to it comes later. */
export interface RefundWay {
  readonly how: 'card' | 'system_open' | 'by_hand'
}

/** The result of a refund request. Money is whole tiyin. */
export type RefundOutcome =
  /**
   * `card`: the bank has confirmed it. `card_open`: it has not answered yet. `system`, `system_open`: the same of a
   * payment system that was asked to reverse it. `by_hand`: a task for finance.
   */
  | {
      readonly kind: 'refunded'
      readonly how: 'card' | 'card_open' | 'system' | 'system_open' | 'by_hand'
      readonly payment: PaymentRow
    }
  | { readonly kind: 'refunded_before'; readonly who: string }
  /** `maxTiyin`: what can be refunded now. */
  | { readonly kind: 'not_covered'; readonly balanceTiyin: number; readonly maxTiyin: number }
  | { readonly kind: 'too_much'; readonly maxTiyin: number }
  /** A limit of the role, for one refund or for a day. */
  | { readonly kind: 'over_limit'; readonly limitTiyin: number }
  | { readonly kind: 'not_paid' }
  /** The gateway refused within a day; the money is on the balance. */
  | { readonly kind: 'refused_by_gateway' }
  /** No card gateway is connected. */
  | { readonly kind: 'cards_off' }
  | { readonly kind: 'unknown' }

/** Refunds a payment: to its card, by its system, or as a task for finance. Safe to repeat: it happens once. */
export async function refundAnyPayment(deps: RefundDeps, request: RefundRequest): Promise<RefundOutcome> {
  const { system, number, amountTiyin } = request
  const payment = await findPaymentRow(deps.db, system, number)
  if (payment === undefined) return { kind: 'unknown' }
  if (amountTiyin > payment.amountTiyin) return { kind: 'too_much', maxTiyin: payment.amountTiyin }
  const onceTiyin = exceedsOnce(request.by, amountTiyin)
  if (onceTiyin !== undefined) return { kind: 'over_limit', limitTiyin: onceTiyin }
  if (system !== 'atmos') return refundBySystem(deps, request, payment)
  if (amountTiyin < payment.amountTiyin) return refundPartOfCard(deps, request, payment)
  return refundToCard(deps, request, payment)
}

function authorOf(by: Refunder): RefundedBy {
  return by === undefined ? undefined : { staffId: by.staffId, name: by.name }
}

async function refundToCard(
  { db, clock, cards }: RefundDeps,
  { number, amountTiyin, attempt, reason, by, record }: RefundRequest,
  payment: PaymentRow,
): Promise<RefundOutcome> {
  // Without a gateway the whole cannot go back; one of which a part did is told how much is left.
  if (cards.gateway() === undefined && payment.refundedTiyin === 0) return { kind: 'cards_off' }
  const outcome = await refundPayment(cards, number, reason, {
    ...{ by: authorOf(by), attempt, record: (trx) => record(trx, { how: 'card' }) },
    exceeds: (trx) => exceededLimit(trx, by, amountTiyin, clock.nowMs()),
  })
  switch (outcome.kind) {
    case 'given_back':
    case 'open':
      if (!outcome.isNew) return { kind: 'refunded_before', who: await cardRefunder(db, number) }
      return { kind: 'refunded', how: outcome.kind === 'open' ? 'card_open' : 'card', payment }
    case 'refunded_in_part':
      return outcome.isOpen
        ? { kind: 'refunded_before', who: outcome.who }
        : { kind: 'too_much', maxTiyin: amountTiyin - outcome.partTiyin }
    case 'other_attempt':
      return { kind: 'refunded_before', who: outcome.who }
    case 'refused_by_gateway':
    case 'unknown':
      return { kind: outcome.kind }
    case 'over_limit':
      return outcome
    case 'not_paid':
      return { kind: 'not_paid' }
    case 'not_covered':
      return { kind: 'not_covered', ...(await coveredOf(db, payment)) }
  }
}

/** What the balance covers of a payment, less than all of it. */
async function coveredOf(db: Db, { accountId, amountTiyin }: PaymentRow) {
  const balanceTiyin = await ownerBalanceTiyin(db, accountId)
  return { balanceTiyin, maxTiyin: Math.min(balanceTiyin, amountTiyin) }
}

/** The gateway's protocol refunds the whole alone: a part is a task for finance. */
async function refundPartOfCard(
  { db, clock }: RefundDeps,
  { number, amountTiyin, attempt, reason, by, record }: RefundRequest,
  payment: PaymentRow,
): Promise<RefundOutcome> {
  const begun = await beginPartRefund(
    { db, clock },
    {
      ...{ orderId: number, partTiyin: amountTiyin, attempt, reason, by: authorOf(by) },
      record: (trx) => record(trx, { how: 'by_hand' }),
      exceeds: (trx) => exceededLimit(trx, by, amountTiyin, clock.nowMs()),
    },
  )
  switch (begun.kind) {
    case 'begun':
      return { kind: 'refunded', how: 'by_hand', payment }
    case 'begun_before':
      return { kind: 'refunded_before', who: begun.who }
    case 'not_covered':
      return { kind: 'not_covered', ...(await coveredOf(db, payment)) }
    case 'too_much':
    case 'over_limit':
    case 'unknown':
      return begun
    case 'not_paid':
      return { kind: 'not_paid' }
  }
}

async function cardRefunder(db: Db, orderId: number): Promise<string> {
  const row = await db
    .selectFrom('card_refund')
    .select('staff_name')
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.staff_name ?? ''
}

/** Asks the system to pay it back, where it was to be asked. */
async function reverse(
  deps: RefundDeps,
  refund: ProviderRefund,
): Promise<'system' | 'system_open' | 'by_hand'> {
  if (refund.reversal !== 'asked') return 'by_hand'
  const after = await settleReversal(deps, refund)
  if (after?.state === 'done') return 'system'
  return after?.reversal === 'asked' ? 'system_open' : 'by_hand'
}

async function refundBySystem(
  deps: RefundDeps,
  { number, amountTiyin, attempt, reason, by, record }: RefundRequest,
  payment: PaymentRow,
): Promise<RefundOutcome> {
  const begun = await beginProviderRefund(deps, {
    ...{ number, amountTiyin, attempt, reason, by: authorOf(by) },
    record: (trx, { refund }) =>
      record(trx, { how: refund.reversal === 'asked' ? 'system_open' : 'by_hand' }),
    exceeds: (trx) => exceededLimit(trx, by, amountTiyin, deps.clock.nowMs()),
    reverses: (provider) => deps.reverserOf(provider) !== undefined,
  })
  switch (begun.kind) {
    case 'begun':
      return { kind: 'refunded', how: await reverse(deps, begun.refund), payment }
    case 'begun_before':
      return { kind: 'refunded_before', who: begun.who }
    case 'not_covered': {
      const { balanceTiyin: balance } = begun
      const leftTiyin = payment.amountTiyin - payment.refundedTiyin
      return { kind: 'not_covered', balanceTiyin: balance, maxTiyin: Math.min(balance, leftTiyin) }
    }
    case 'too_much':
    case 'over_limit':
      return begun
    case 'not_paid':
      return { kind: 'not_paid' }
    case 'unknown':
      return begun
  }
}
