/** One field for two kinds of number (ACC-01). */
export type Who =
  | { readonly kind: 'phone'; readonly phone: string }
  | { readonly kind: 'abonement'; readonly abonement: string }
  | { readonly kind: 'empty' }
  /** It was meant as a phone, but has too few or too many digits. */
  | { readonly kind: 'bad-phone' }

const COUNTRY = '998'
const NATIONAL_DIGITS = 9

/**
 * What a viewer typed or pasted: a phone in any usual writing (`+998 90 123-45-67`, `901234567`), or a subscriber
 * number. Nine digits are a phone; a plus sign or the country's code says so too.
 */
export function whoIs(typed: string): Who {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  const digits = text.replace(/[\s()-]/g, '').replace(/^\+/, '')
  const national =
    digits.startsWith(COUNTRY) && digits.length > NATIONAL_DIGITS ? digits.slice(COUNTRY.length) : digits
  const isNumber = /^\d+$/.test(digits)
  if (isNumber && national.length === NATIONAL_DIGITS)
    return { kind: 'phone', phone: `+${COUNTRY}${national}` }
  if (text.startsWith('+') || (isNumber && national !== digits)) return { kind: 'bad-phone' }
  return { kind: 'abonement', abonement: text.replace(/\s/g, '') }
}
