/** The code a person types: eight digits in two groups. */
export const linkCodeLength = 8

/** The digits that were typed, pasted or in the address, at most eight. */
export function codeDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, linkCodeLength)
}

/** `12345` → `1234-5`, as it is typed. */
export function maskedCode(typed: string): string {
  const digits = codeDigits(typed)
  return digits.length <= 4 ? digits : `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** `https://tv.example.uz/link` → `tv.example.uz/link`: the address as it is typed. */
export function spokenAddress(address: string): string {
  return address.replace(/^https?:\/\//, '')
}
