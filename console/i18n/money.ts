import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { formatMoney, formatSums, noBreak } from '#contract/form/money.ts'

/** `12 000 сум`, `12 000 soʻm`, `12 000 UZS`. */
export function moneyIn(language: StaffLanguage, sums: number): string {
  return language === 'en' ? `${formatSums(sums)}${noBreak}UZS` : formatMoney(sums, language)
}
