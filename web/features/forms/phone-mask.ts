/** The phone mask `+998 XX XXX-XX-XX`: text in, text and caret out; no DOM here. */

const country = '998'
const nationalDigits = 9

/** The prefixes after +998 used by mobile numbers only; the others include landlines. */
const mobile = /^(20|33|50|70|77|80|87|88|90|91|92|93|94|95|97|98|99)/

/** The text being typed and the position of its caret. */
export interface Written {
  readonly text: string
  readonly caret: number
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** True for nine digits that can be a mobile phone of Uzbekistan. */
export function isMobile(national: string): boolean {
  return national.length === nationalDigits && mobile.test(national)
}

/** Formats the digits after +998 as `+998 90 123-45-67`, as many as there are. */
export function maskPhone(national: string): string {
  const part = (before: string, from: number, to: number) =>
    national.length > from ? before + national.slice(from, to) : ''
  return `+${country} ${part('', 0, 2)}${part(' ', 2, 5)}${part('-', 5, 7)}${part('-', 7, 9)}`
}

interface National {
  /** At most nine digits. */
  readonly digits: string
  /** How many digits before them were the country code or the old prefix 8. */
  readonly before: number
}

/**
 * The digits of a phone in any notation: `+998 90 123-45-67`, `998901234567`, `901234567`, `8 90 1234567`. The
 * country code and the old prefix 8 are removed when a complete number remains. Null for another country's number.
 */
export function readPhone(text: string): National | null {
  // Pasted behind a country code that was already there.
  const last = text.slice(Math.max(0, text.lastIndexOf('+')))
  const skipped = digitsOf(text).length - digitsOf(last).length
  let digits = digitsOf(last)
  const total = digits.length
  if (last.startsWith('+')) {
    if (country.startsWith(digits)) return { digits: '', before: skipped + total }
    if (!digits.startsWith(country)) return null
    digits = digits.slice(country.length)
  }
  while (digits.length > nationalDigits && digits.startsWith(country)) digits = digits.slice(country.length)
  if (digits.length === nationalDigits + 1 && digits.startsWith('8') && mobile.test(digits.slice(1)))
    digits = digits.slice(1)
  return { digits: digits.slice(0, nationalDigits), before: skipped + total - digits.length }
}

/** The position in `masked` behind as many digits as stood before the caret, not counting `before` of them. */
function caretIn(masked: string, { text, caret }: Written, before: number): number {
  if (caret >= text.length) return masked.length
  const target = country.length + Math.max(0, digitsOf(text.slice(0, caret)).length - before)
  let seen = 0
  for (let at = 0; at < masked.length; at++) {
    if (/\d/.test(masked.charAt(at))) seen += 1
    // Never inside the country code.
    if (seen === target) return Math.max(at + 1, `+${country} `.length)
  }
  return masked.length
}

/** For a field that accepts phones only: masked from the first digit. `former` is the previous text. */
export function typePhone(former: string, written: Written): Written {
  if (written.text.trim() === '') return { text: '', caret: 0 }
  const read = readPhone(written.text)
  const existing = readPhone(former)?.digits ?? ''
  // One key cannot change the country code; another country's number is left as typed and rejected with a message.
  if (read === null)
    return existing !== '' && digitsOf(written.text).endsWith(existing)
      ? { text: former, caret: `+${country} `.length }
      : written
  // A tenth digit is rejected, unless it shows that the first three were the country code.
  const isOverflow =
    isMobile(existing) &&
    !(existing.startsWith(country) && mobile.test(existing.slice(country.length))) &&
    written.text.startsWith('+') &&
    digitsOf(written.text).startsWith(country + existing)
  const digits = isOverflow ? existing : read.digits
  const text = maskPhone(digits)
  return { text, caret: caretIn(text, written, isOverflow ? country.length : read.before) }
}

/** The text typed into the field for both kinds of number. */
export interface Typed extends Written {
  /**
   * The digits the person typed before the mask was applied: it is removed again when they turn out not to be a
   * phone.
   */
  readonly lead: '' | '8' | '998' | '+998'
}
export const nothingTyped: Typed = { text: '', caret: 0, lead: '' }

/**
 * For the field that accepts a phone or a subscriber number (6 to 12 digits): the mask is applied once the text can
 * only be a phone, with +998, with twelve digits starting with 998, or with nine digits of a mobile; and removed
 * when more digits follow.
 */
export function typeWho(former: Typed, written: Written): Typed {
  const { text } = written
  const plain: Typed = { ...written, lead: '' }
  if (/[^\d\s()+-]/.test(text)) return plain
  if (text.trimStart().startsWith('+') && former.text.startsWith('+') && former.lead !== '+998')
    return typeBehindOurCode(former, written)
  if (text.includes('+')) {
    const read = readPhone(text)
    if (read === null || read.digits === '') return { ...plain, lead: '+998' }
    return { ...typePhone(former.text, written), lead: '+998' }
  }
  const digits = digitsOf(text)
  const lead = digits.length === 12 ? '998' : digits.length === 10 ? '8' : ''
  const national = digits.slice(lead.length)
  if (!digits.startsWith(lead) || !isMobile(national) || (lead === '' && digits.startsWith(country)))
    return plain
  const masked = maskPhone(national)
  return { text: masked, caret: caretIn(masked, written, lead.length), lead }
}

/** The mask added the +998, so the person's own digits are those behind it. */
function typeBehindOurCode(former: Typed, written: Written): Typed {
  const digits = digitsOf(written.text)
  const national = digits.startsWith(country) ? digits.slice(country.length) : ''
  if (written.text.lastIndexOf('+') > 0 || national.length <= nationalDigits || former.lead === '998')
    return national === '' ? nothingTyped : { ...typePhone(former.text, written), lead: former.lead }
  const own = former.lead + national
  const left = digitsOf(written.text.slice(0, written.caret)).length - country.length + former.lead.length
  return typeWho(nothingTyped, { text: own, caret: Math.max(0, left) })
}
