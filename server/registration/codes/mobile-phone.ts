import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Converts a mobile phone of Uzbekistan in any usual notation to `+998` and nine digits. Undefined for everything
 * else: a landline gets no SMS, and codes to foreign numbers are a source of fraud.
 */
export function mobilePhone(written: string): string | undefined {
  const bare = written.normalize('NFKC').replace(/[\s()+.\u00ad\u200b-\u200f\u2010-\u2015\u2212-]/g, '')
  if (!/^\d{9,12}$/.test(bare)) return undefined
  const national = nationalDigits(bare)
  if (national === undefined) return undefined
  const phone = `+998${national}`
  return parsePhoneNumberFromString(phone)?.getType() === 'MOBILE' ? phone : undefined
}

/** Nine digits of `901234567`, of `998901234567`, and of `8901234567` with the long-distance prefix 8. */
function nationalDigits(digits: string): string | undefined {
  if (digits.length === 9) return digits
  if (digits.length === 10 && digits.startsWith('8')) return digits.slice(1)
  return digits.length === 12 && digits.startsWith('998') ? digits.slice(3) : undefined
}

/** `+998 90 123-45-67`, as the site shows it. */
export function shownPhone(phone: string): string {
  const [, operator, a, b, c] = /^\+998(\d\d)(\d{3})(\d\d)(\d\d)$/.exec(phone) ?? []
  return operator === undefined ? phone : `+998 ${operator} ${a}-${b}-${c}`
}

/** `+998 90 ***-**-67`: enough to distinguish two events of one person, too little to call them. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 4)} ${phone.slice(4, 6)} ***-**-${phone.slice(-2)}`
}

/** The phone without its last four digits: numbers that were bought together share it. */
export function prefixOf(phone: string): string {
  return phone.slice(0, -4)
}
