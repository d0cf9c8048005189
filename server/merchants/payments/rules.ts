/** Decisions about payments through payment systems, without a clock or a database. Money is whole tiyin. */

export type Provider = 'payme' | 'click' | 'paynet' | 'uzum'
export const providers = ['payme', 'click', 'paynet', 'uzum'] as const satisfies readonly Provider[]

/** What may be paid in at once: 1,000 to 1,000,000 sum (specification, PAY-02). */
export const minTiyin = 100_000
export const maxTiyin = 100_000_000
/** A payment that was begun and not made is let go after this (Payme's 43,200,000 ms, taken for all). */
export const reservationMs = 12 * 3_600_000
/** Why it was let go, as Payme numbers it. */
export const expiredReason = 4

export type AmountVerdict = 'good' | 'too_small' | 'too_large' | 'unusable'

/** Judges an amount in tiyin as it arrived: a fraction, a negative, a text or anything past 2^53 is unusable. */
export function judgeAmount(amount: unknown): AmountVerdict {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return 'unusable'
  if (amount < minTiyin) return 'too_small'
  return amount > maxTiyin ? 'too_large' : 'good'
}

/** Sums as text (`1000`, `1000.5`, `1000.50`) in whole tiyin; undefined when it is none. No float ever holds it. */
export function tiyinOfSums(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0{0,10})?$/.exec(text.trim())
  if (match === null) return undefined
  const [, sums = '', fraction = ''] = match
  return Number(`${sums}${fraction.padEnd(2, '0')}`)
}

/** Whole tiyin as sums with a point: `1000.50`, and without it where there is nothing behind. */
export function sumsText(amountTiyin: number): string {
  const [sums, rest] = [Math.floor(amountTiyin / 100), amountTiyin % 100]
  return rest === 0 ? String(sums) : `${sums}.${String(rest).padStart(2, '0')}`
}

/** May this text be the number of a payment? It becomes part of the ledger's reference. */
export function isExternalId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

/** A number or a text as the number of a payment; undefined when it is neither. A number past 2^53 has lost digits. */
export function externalIdOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined
  return typeof value === 'string' && isExternalId(value) ? value : undefined
}

/** Has the time of a payment that still waits run out? */
export function isOver(tx: { readonly state: string; readonly providerTimeMs: number }, nowMs: number) {
  return tx.state === 'reserved' && nowMs - tx.providerTimeMs > reservationMs
}

/** A name as a stranger at a terminal may see it: `Dilnoza K.` */
export function shownName(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/)
  return second === '' ? first.slice(0, 40) : `${first.slice(0, 40)} ${second.slice(0, 1)}.`
}
