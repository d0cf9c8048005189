/** How dates, times and money are written. Pure. */
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { formatMoney } from '#contract/form/money.ts'

/** `05.12.2026`, in Tashkent. */
export function shownDate(atMs: number): string {
  const [year, month, day] = new Date(atMs + tashkentOffsetMs).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.${year}`
}

/** `21:30`, in Tashkent. */
export function shownTime(atMs: number): string {
  return new Date(atMs + tashkentOffsetMs).toISOString().slice(11, 16)
}

/** `14 500 сум`. */
export function shownMoney(tiyin: number, language: Language): string {
  return formatMoney(tiyin / 100, language)
}

/** At most so many characters. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()}…`
}
