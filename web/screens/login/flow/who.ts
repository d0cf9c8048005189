/** One field that accepts a phone or a subscriber number (ACC-01). */
import { isMobile, readPhone } from '#web/features/forms/phone-mask.ts'

export type Who =
  | { readonly kind: 'phone'; readonly phone: string }
  | { readonly kind: 'abonement'; readonly abonement: string }
  | { readonly kind: 'empty' }
  /** It looks like a phone, but has too few or too many digits, or a code of another country. */
  | { readonly kind: 'bad-phone' }

const nationalDigits = 9
const longestAbonement = 12

/** `+998901234567` for any common notation of a phone, or null. */
export function phoneOf(typed: string): string | null {
  const read = /^[\d\s()+-]*$/.test(typed) ? readPhone(typed.trim()) : null
  const extra = typed.replace(/\D/g, '').length - (read?.before ?? 0) - nationalDigits
  return read === null || extra !== 0 ? null : `+998${read.digits}`
}

/**
 * What a viewer typed or pasted: a phone in any common notation (`+998 90 123-45-67`, `901234567`) or a subscriber
 * number. Nine digits of a mobile are a phone; so is a number with a plus sign, or of twelve digits with the
 * country code.
 */
export function whoIs(typed: string): Who {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  const digits = text.replace(/[\s()-]/g, '')
  const phone = phoneOf(text)
  const isPhone =
    digits.startsWith('+') ||
    /^998\d{9,}$/.test(digits) ||
    (phone !== null && isMobile(phone.slice('+998'.length)) && digits.length < longestAbonement)
  if (isPhone) return phone === null ? { kind: 'bad-phone' } : { kind: 'phone', phone }
  return { kind: 'abonement', abonement: text.replace(/\s/g, '') }
}
