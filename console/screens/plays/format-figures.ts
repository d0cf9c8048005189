/** Figures of plays as texts of a table; pure. */
import { type PlayFigures, longestStartMs } from '#contract/console/plays.ts'
import { formatDecimal } from '#contract/form/money.ts'
import type { PlaysText } from './plays-text.ts'

export function percent(share: number | null): string {
  return share === null ? '—' : `${formatDecimal(share * 100, 1)}\u00A0%`
}

/** Failures as a share of the plays. */
export function failedShare({ plays, failures }: PlayFigures): number | null {
  return plays === 0 ? null : failures / plays
}

export function startText(ms: number | null, t: PlaysText): string {
  if (ms === null) return t('unknown')
  return ms > longestStartMs
    ? t('longer', { count: longestStartMs / 1000 })
    : t('seconds', { count: formatDecimal(ms / 1000, 2) })
}

export function decimal(value: number | null, digits: number): string {
  return value === null ? '—' : formatDecimal(value, digits)
}

export function rateText({ bits_per_second: bits, height }: PlayFigures, t: PlaysText): string {
  if (bits === null || height === null) return t('unknown')
  return t('megabits', { rate: formatDecimal(bits / 1e6, 2), height })
}
