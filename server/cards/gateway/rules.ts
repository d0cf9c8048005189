/** The meaning of the gateway's codes, and the notation of a card. Pure: the time is a parameter. */
import { minTopUpSums, maxTopUpSums } from '#contract/form/constants.ts'

/** Why an amount cannot be paid in: 1000 to 1 000 000 sums are allowed (specification, 5). */
export function outsideLimits(amountSums: number): 'deposit_too_small' | 'deposit_too_large' | undefined {
  if (amountSums < minTopUpSums) return 'deposit_too_small'
  return amountSums > maxTopUpSums ? 'deposit_too_large' : undefined
}

/** The result of a transaction's status request (`pay/get`). */
export type PaymentState =
  | { readonly kind: 'paid'; readonly chequeId: string; readonly ofdUrl: string | null }
  /** Closed, and no money was taken. */
  | { readonly kind: 'closed' }
  /** Still open. */
  | { readonly kind: 'open' }
  /** No reliable response. */
  | { readonly kind: 'unknown' }

/** `code` is the number at the end of `STPIMS-ERR-…`. */
export type Refusal =
  | 'no_money'
  | 'wrong_card'
  /** A wrong code. */
  | 'wrong_code'
  /** No code can be sent, or the last one has expired. */
  | 'no_code'
  /** The transaction is closed, paid or not. */
  | 'closed'
  | 'card_known'
  | 'card_gone'
  /** The meaning for the money is unknown. */
  | 'unclear'

const refusals: Readonly<Record<string, Refusal>> = {
  '004': 'card_gone',
  '009': 'wrong_card',
  '067': 'wrong_card',
  '080': 'no_code',
  '092': 'closed',
  '098': 'wrong_code',
  '112': 'no_money',
  '133': 'card_known',
}

/** The meaning of a refusal. Only certain meanings are named; every other code leaves it open whether money moved. */
export function refusalOf(code: string): Refusal {
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? 'unclear') : 'unclear'
}

/** The digits of a card's number as typed. */
export function panOf(typed: string): string {
  return typed.replace(/\D/g, '')
}

export function maskOf(pan: string): string {
  return `${pan.slice(0, 6)}******${pan.slice(-4)}`
}

/** `MM/YY`, `MMYY` or `YYMM` as `YYMM`: no month is 24 or more, so they cannot be confused. */
export function expiryYymm(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const [first, second] = [digits.slice(0, 2), digits.slice(2, 4)]
  return Number(first) > 12 ? first + second : second + first
}

/** `2505` as `05/25`. */
export function shownExpiry(yymm: string): string {
  return `${yymm.slice(2)}/${yymm.slice(0, 2)}`
}

/** Whether a card's month is over, by the clock of Tashkent. */
export function isPast(yymm: string, nowMs: number): boolean {
  const there = new Date(nowMs + 5 * 3_600_000)
  const month = String(there.getUTCMonth() + 1).padStart(2, '0')
  return yymm < `${String(there.getUTCFullYear() % 100).padStart(2, '0')}${month}`
}
