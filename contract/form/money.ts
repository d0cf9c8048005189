/** Formats numbers and money for viewers, in Russian and in Uzbek: the only place that formats a sum. */

/** Keeps a number and its unit, or two groups of digits, on one line. */
export const noBreak = '\u00a0'

/** `100234` → `100 234`: whole digits in groups of three. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, noBreak)
}

/** `1 000`, `49 000`, `1 234,5`: groups of three and a decimal comma, in both languages. */
export function formatNumber(value: number): string {
  const [whole = '0', fraction] = String(Math.abs(value)).split('.')
  return `${value < 0 ? '−' : ''}${groupDigits(whole)}${fraction === undefined ? '' : `,${fraction}`}`
}

/** `2,4`: rounded to so many decimals; whole without a fraction of zeros. */
export function formatDecimal(value: number, decimals: number): string {
  return formatNumber(Number(value.toFixed(decimals)))
}

/** A sum without its unit: `14 500`, and with two decimals if there are tiyin: `24 000,50`. */
export function formatSums(sums: number): string {
  const [whole = '0', fraction] = formatNumber(sums).split(',')
  return fraction === undefined ? whole : `${whole},${fraction.padEnd(2, '0')}`
}

/** Sums: `1 000 сум`, `1 000 soʻm` (I18N-03). */
export function formatMoney(sums: number, language: 'ru' | 'uz'): string {
  return `${formatSums(sums)}${noBreak}${language === 'uz' ? 'soʻm' : 'сум'}`
}
