/** Figures of plays as texts of a table; pure. */
import { type PlayFigures, longestStartMs } from '#contract/console/plays.ts'
import type { PlaysText } from './plays-text.ts'

export function percent(share: number | null): string {
  return share === null ? '—' : `${(share * 100).toFixed(1)}\u00A0%`
}

/** Failures as a share of the plays. */
export function failedShare({ plays, failures }: PlayFigures): number | null {
  return plays === 0 ? null : failures / plays
}

export function startText(ms: number | null, t: PlaysText): string {
  if (ms === null) return t('unknown')
  return ms > longestStartMs
    ? t('longer', { count: longestStartMs / 1000 })
    : t('seconds', { count: (ms / 1000).toFixed(2) })
}

export function decimal(value: number | null, digits: number): string {
  return value === null ? '—' : value.toFixed(digits)
}

export function rateText({ bits_per_second: bits, height }: PlayFigures, t: PlaysText): string {
  if (bits === null || height === null) return t('unknown')
  return t('megabits', { rate: (bits / 1e6).toFixed(2), height })
}
