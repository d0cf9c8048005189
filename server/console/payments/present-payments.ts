import {
  type RefundAttempt as ShownAttempt,
  paymentStates,
  type PaymentRow as Shown,
  type RefundTask as ShownTask,
} from '#contract/console/payments.ts'
import type { PaymentRow, RefundAttempt, RefundLimit, RefundTask } from '#server/accounting/accounting.ts'
import { sumsOf, type TariffRecord } from '#server/billing/billing.ts'

/** Unix milliseconds as seconds, 0 as 0. */
export function secOf(ms: number): number {
  return Math.floor(ms / 1000)
}

/** Sums of a request as whole tiyin. */
export function tiyinOf(sums: number): number {
  return Math.round(sums * 100)
}

export function presentPayment(row: PaymentRow): Shown {
  return {
    ...{ system: row.system, number: row.number, external_id: row.externalId },
    ...{ account_id: row.accountId, abonement: row.abonement, name: row.name },
    ...{ amount: sumsOf(row.amountTiyin), refunded: sumsOf(row.refundedTiyin) },
    state: paymentStates.find((one) => one === row.state) ?? 'cancelled',
    ...{ created_at: secOf(row.createdMs), paid_at: secOf(row.paidMs) },
  }
}

export function presentTask(task: RefundTask): ShownTask {
  return {
    ...{ system: task.system, number: task.number, attempt: task.attempt, external_id: task.externalId },
    ...{ account_id: task.accountId, abonement: task.abonement },
    ...{ amount: sumsOf(task.amountTiyin), paid: sumsOf(task.paidTiyin) },
    ...{ reason: task.reason, state: task.state, way: task.way ?? '', document: task.document },
    is_by_transfer: task.isByTransfer,
    ...{ reversal: task.reversal ?? '', reversal_problem: task.reversalProblem },
    ...{ asked_by: task.startedBy, ended_by: task.endedBy },
    ...{ asked_at: secOf(task.startedMs), ended_at: secOf(task.endedMs) },
  }
}

export function presentAttempt(one: RefundAttempt): ShownAttempt {
  return {
    ...{ attempt: one.attempt, amount: sumsOf(one.amountTiyin), reason: one.reason },
    ...{ state: one.state, way: one.way ?? '', document: one.document },
    ...{ asked_by: one.startedBy, ended_by: one.endedBy },
    ...{ asked_at: secOf(one.startedMs), ended_at: secOf(one.endedMs) },
  }
}

interface Refundable {
  readonly how: 'card' | 'system' | 'by_hand' | 'none'
  readonly why: '' | 'not_paid' | 'refunded' | 'refunded_part' | 'not_covered' | 'over_limit' | 'cards_off'
  readonly max: number
  readonly limit_once: number
  readonly limit_left: number
  readonly attempt: number
  readonly is_whole_only: boolean
}

interface RefundFacts {
  readonly payment: PaymentRow
  readonly balanceTiyin: number
  readonly limit: RefundLimit | undefined
  /** What the member has returned today. */
  readonly returnedTiyin: number
  readonly hasCards: boolean
  /** Whether its system can be asked to pay it back. */
  readonly reverses: boolean
  /** Its system cancels the whole payment alone. */
  readonly isWholeOnly: boolean
  /** The number of the next attempt. */
  readonly attempt: number
}

const sumTiyin = 100

/** What may be refunded of a payment now. */
export function refundableOf(facts: RefundFacts): Refundable {
  const { payment, balanceTiyin, limit, returnedTiyin, hasCards, reverses, isWholeOnly, attempt } = facts
  const { amountTiyin, state, system } = payment
  const left = limit === undefined ? Infinity : Math.max(0, limit.dayTiyin - returnedTiyin)
  const allowed = limit === undefined ? Infinity : Math.min(limit.onceTiyin, left)
  const shown = {
    limit_once: sumsOf(limit?.onceTiyin ?? 0),
    limit_left: limit === undefined ? 0 : sumsOf(left),
    ...{ attempt, is_whole_only: isWholeOnly },
  }
  const none = (why: Refundable['why']): Refundable => ({ how: 'none', why, max: 0, ...shown })
  const isCard = system === 'atmos'
  // Several parts may go back, one after the other.
  const leftTiyin = amountTiyin - payment.refundedTiyin
  const isPartLeft = state === 'refunded' && leftTiyin > 0
  if ((state === 'refunded' && !isPartLeft) || state === 'refunding') return none('refunded')
  if (state !== 'paid' && !isPartLeft) return none('not_paid')
  const covered = Math.min(leftTiyin, balanceTiyin)
  const max = Math.min(covered, allowed)
  if (max <= 0) return none(covered <= allowed ? 'not_covered' : 'over_limit')
  const isWhole = max === amountTiyin
  // The gateway refunds the whole; a part needs none, because finance pays it back.
  if (isWhole && isCard && !hasCards) {
    const partTiyin = max - sumTiyin
    return partTiyin <= 0
      ? none('cards_off')
      : { how: 'by_hand', why: 'cards_off', max: sumsOf(partTiyin), ...shown }
  }
  const how = isCard && isWhole ? 'card' : reverses ? 'system' : 'by_hand'
  return { how, why: whyNotAll({ max, covered, leftTiyin, isPartLeft }), max: sumsOf(max), ...shown }
}

/** Why not all of a payment may be refunded; '' when all of it may. */
function whyNotAll(of: {
  readonly max: number
  readonly covered: number
  readonly leftTiyin: number
  readonly isPartLeft: boolean
}): Refundable['why'] {
  if (of.max === of.leftTiyin) return of.isPartLeft ? 'refunded_part' : ''
  return of.max === of.covered ? 'not_covered' : 'over_limit'
}

/** The name of a tariff; empty for one that is gone. */
export function tariffName(
  tariffs: ReadonlyMap<number, TariffRecord>,
  tariffId: number | null,
): TariffRecord['name'] {
  return tariffs.get(tariffId ?? 0)?.name ?? { ru: '', uz: '', en: '' }
}
