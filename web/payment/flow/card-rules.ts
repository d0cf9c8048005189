/** Formatting a card, and the checks possible before a bank is involved. Pure. */
import { minTopUpSums, maxTopUpSums } from '#contract/form/constants.ts'

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}

/** Sixteen digits in groups of four, whatever was typed or pasted. */
export function groupedNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `MM/YY` while it is typed: a first digit above 1 can only be the second digit of a month. */
export function groupedExpiry(text: string): string {
  const typed = digitsOf(text)
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

export function isWholeNumber(number: string): boolean {
  return digitsOf(number).length === 16
}

/** Month 01 to 12, year from 24; whether the card has expired is checked by the server, which knows the date. */
export function isWholeExpiry(expiry: string): boolean {
  return /^(?:0[1-9]|1[0-2])\/(?:2[4-9]|[3-9]\d)$/.test(expiry)
}

export type CardBrand = 'Uzcard' | 'Humo' | 'Visa' | 'Mastercard'

/**
 * The card's payment system by its first digits; 5614 is Uzcard, not Mastercard. Null until it can be determined.
 */
export function brandOf(number: string): CardBrand | null {
  const digits = digitsOf(number)
  if (/^(?:8600|5614)/.test(digits)) return 'Uzcard'
  if (digits.startsWith('9860')) return 'Humo'
  if (digits.startsWith('4')) return 'Visa'
  const four = Number(digits.slice(0, 4))
  const isMastercard = /^5[1-5]\d\d/.test(digits) || (four >= 2221 && four <= 2720)
  return isMastercard && digits.length >= 4 ? 'Mastercard' : null
}

/** `860049******3347` as `•••• 3347`. */
export function shortPan(mask: string): string {
  return `•••• ${mask.slice(-4)}`
}

/** The top-up needed when `missing` sums are missing: whole sums, at least the smallest payment allowed. */
export function sumsToPay(missing: number): number {
  return Math.max(minTopUpSums, Math.ceil(missing))
}

export type AmountProblem = 'amountNeeded' | 'amountMin' | 'amountMax'

export function amountProblem(text: string): AmountProblem | null {
  const digits = text.replace(/\s/g, '')
  if (!/^\d{1,9}$/.test(digits)) return 'amountNeeded'
  if (Number(digits) < minTopUpSums) return 'amountMin'
  return Number(digits) > maxTopUpSums ? 'amountMax' : null
}

/** The amount of a payment link, in tiyin: `sums` is the amount to pay in, whatever the balance is (PAY-08). */
export function tiyinForLinks(sums: number): number {
  return Math.max(minTopUpSums, Math.ceil(sums)) * 100
}
