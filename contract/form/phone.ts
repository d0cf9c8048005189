/** Phones that viewers call, as they are shown. */

/**
 * A phone as it is stored and shown: `+998 66 233-44-55` for Uzbekistan however it is written, `+` and digits for other
 * countries, a short number (`1000`) as it is, '' for none. Undefined for what is no phone.
 */
export function shownPhone(written: string): string | undefined {
  const text = written.trim()
  if (text === '') return ''
  if (!/^\+?[\d\s().\u00a0-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  const isWhole = text.startsWith('+')
  if (digits.length === 12 && digits.startsWith('998')) return uzbek(digits.slice(3))
  if (!isWhole && digits.length === 9) return uzbek(digits)
  if (isWhole) return /^[1-9]\d{7,14}$/.test(digits) && !digits.startsWith('998') ? `+${digits}` : undefined
  return /^\d{3,4}$/.test(digits) ? digits : undefined
}

function uzbek(digits: string): string | undefined {
  const [, code, first, second, third] = /^([1-9]\d)(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? []
  return code === undefined ? undefined : `+998 ${code} ${first}-${second}-${third}`
}
