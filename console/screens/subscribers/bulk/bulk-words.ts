import type { BulkRow, BulkState } from '#contract/console/bulk.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { moneyIn } from '#console/i18n/money.ts'
import type { BulkText } from './bulk-text.ts'

/** `Начислить каждому 5 000 сум`: what a run does to each. */
export function actWords(run: BulkRow, language: StaffLanguage, t: BulkText): string {
  switch (run.kind) {
    case 'credit':
      return t('does.credit', { sum: moneyIn(language, run.amount) })
    case 'days':
      return t('does.days', { days: run.days })
    case 'connect':
      return t('does.connect')
    case 'end':
      return t(run.ends_now ? 'does.endNow' : 'does.end')
  }
}

export function toneOf(state: BulkState): 'good' | 'plain' | 'bad' {
  if (state === 'done') return 'good'
  return state === 'stopped' || state === 'waiting' ? 'bad' : 'plain'
}

const reasons = [
  ...(['gone', 'blocked', 'no_tariff', 'already_connected', 'already_ending', 'not_covered'] as const),
  ...(['tariff_not_found', 'billing_misconfigured', 'more_than_one_base', 'price_changed'] as const),
  ...(['key_used', 'used', 'ended', 'replaced', 'taken_before'] as const),
  ...(['had_before', 'erased', 'merged'] as const),
] as const

export function reasonWords(reason: string, t: BulkText): string {
  const worded = reasons.find((one) => one === reason)
  return worded === undefined ? t('reason.error') : t(`reason.${worded}`)
}
