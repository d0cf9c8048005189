/** Decisions about payments through payment systems, without a clock or a database. Money is whole tiyin. */

export type Provider = 'payme' | 'click' | 'paynet' | 'uzum'
export const providers = ['payme', 'click', 'paynet', 'uzum'] as const satisfies readonly Provider[]

/**
 * Whether a system pays a part of a payment back. Click's merchant API does (`partial_reversal`); Payme's and Paynet's
 * `CancelTransaction` and Uzum Bank's `reverse` cancel the whole alone.
 */
export function cancelsParts(provider: Provider): boolean {
  return provider === 'click'
}

/** The limits of one payment: 1,000 to 1,000,000 sum (specification, PAY-02). */
export const minTiyin = 100_000
export const maxTiyin = 100_000_000
/** A reservation without a payment is cancelled after this (Payme's 43,200,000 ms, used for all). */
export const reservationMs = 12 * 3_600_000
/** The cancel reason of an expired reservation, in Payme's numbering. */
export const expiredReason = 4

export type AmountVerdict = 'good' | 'too_small' | 'too_large' | 'unusable'

/** Validates a received amount in tiyin: a fraction, a negative, a text or anything past 2^53 is invalid. */
export function judgeAmount(amount: unknown): AmountVerdict {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return 'unusable'
  if (amount < minTiyin) return 'too_small'
  return amount > maxTiyin ? 'too_large' : 'good'
}

/** Sums as text (`1000`, `1000.5`, `1000.50`) in whole tiyin; undefined when invalid. No float is used. */
export function tiyinOfSums(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0{0,10})?$/.exec(text.trim())
  if (match === null) return undefined
  const [, sums = '', fraction = ''] = match
  return Number(`${sums}${fraction.padEnd(2, '0')}`)
}

/** Whole tiyin as sums with a point: `1000.50`, and without decimals when they are zero. */
export function sumsText(amountTiyin: number): string {
  const [sums, rest] = [Math.floor(amountTiyin / 100), amountTiyin % 100]
  return rest === 0 ? String(sums) : `${sums}.${String(rest).padStart(2, '0')}`
}

/** Whether this text is valid as a payment's number. It becomes part of the ledger's reference. */
export function isExternalId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

/** A number or a text as a payment's number; undefined when it is neither. A number past 2^53 has lost digits. */
export function externalIdOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined
  return typeof value === 'string' && isExternalId(value) ? value : undefined
}

/** Whether a pending payment has expired. */
export function isOver(tx: { readonly state: string; readonly providerTimeMs: number }, nowMs: number) {
  return tx.state === 'reserved' && nowMs - tx.providerTimeMs > reservationMs
}

/** A name as shown to a stranger at a terminal: `Dilnoza K.` */
export function shownName(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/)
  return second === '' ? first.slice(0, 40) : `${first.slice(0, 40)} ${second.slice(0, 1)}.`
}
