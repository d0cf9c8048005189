/**
 * What the cabinet shows about money, computed from the server's responses. Pure: no clock; amounts are numbers in
 * sums.
 */
import { minTopUpSums, maxTopUpSums, tashkentOffsetMs } from '#contract/form/constants.ts'
import type * as z from 'zod/mini'
import type { Subscription } from '#contract/accounts/accounts.ts'

export type SubscriptionItem = z.output<typeof Subscription>

export interface NextCharge {
  /** Unix seconds. */
  readonly atSec: number
  /** Sums that will be charged on that day. */
  readonly sums: number
  /** Sums missing on the balance for that charge; 0 when the balance suffices. */
  readonly missing: number
}

function dayOf(atSec: number) {
  return Math.floor((atSec * 1000 + tashkentOffsetMs) / 86_400_000)
}

/** What is charged next for it: the price of another tariff where a change is planned. */
function priceOf({ price, next_name: nextName, next_price: nextPrice }: SubscriptionItem): number {
  return nextName === '' ? price : nextPrice
}

/** All charges of the first day that has any; null when nothing will be charged. */
export function nextCharge(subscriptions: readonly SubscriptionItem[], balance: number): NextCharge | null {
  const coming = subscriptions.filter(
    (one) => one.state === 'active' && one.auto_renew === 1 && priceOf(one) > 0,
  )
  if (coming.length === 0) return null
  const atSec = Math.min(...coming.map((one) => one.paid_until))
  const sums = coming
    .filter((one) => dayOf(one.paid_until) === dayOf(atSec))
    .reduce((sum, one) => sum + priceOf(one), 0)
  return { atSec, sums, missing: Math.max(0, sums - balance) }
}

/** Until when a pause that begins now lasts, and until when the tariff is paid then; unix seconds. */
export function behindPause(
  paidUntilSec: number,
  days: number,
  nowSec: number,
): { readonly untilSec: number; readonly paidUntilSec: number } {
  const lengthSec = days * 86_400
  return { untilSec: nowSec + lengthSec, paidUntilSec: Math.max(paidUntilSec, nowSec) + lengthSec }
}

/** The whole sums to pay in for the missing amount, between the smallest and the largest payment allowed. */
export function topUpFor(missing: number): number {
  return Math.min(maxTopUpSums, Math.max(minTopUpSums, Math.ceil(missing)))
}

/** A 16-character card mask as `8600 49•• •••• 3347`. */
export function shownCard(pan: string): string {
  return pan.replace(/\*/g, '•').replace(/(.{4})(?=.)/g, '$1\u00a0')
}
