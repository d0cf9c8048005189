/** A batch in words: what a code gives, when, within which limits. */
import type { ShownBatch } from '#contract/console/promotions.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatDate } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { usePromotionsText } from './promotions-text.ts'

export interface NamedTariff {
  readonly tariff_id: number
  readonly name_ru: string
  readonly name_uz: string
}

/** A name in the language of the console. */
export function batchName(language: StaffLanguage, one: Pick<NamedTariff, 'name_ru' | 'name_uz'>): string {
  return (language === 'uz' ? one.name_uz : one.name_ru) || one.name_ru
}

/** How a state is coloured. */
export function batchTone(state: ShownBatch['state']) {
  if (state === 'open') return 'good'
  if (state === 'stopped' || state === 'incomplete') return 'warn'
  return 'plain'
}

/** What a code of the batch gives, the days of the batch, and its limits, each in a line. */
export function useBatchWords(tariffs: readonly NamedTariff[]) {
  const t = usePromotionsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const sumsOf = (sums: number) => moneyIn(language, sums)
  return (one: ShownBatch) => {
    const tariff = tariffs.find(({ tariff_id: id }) => id === one.tariff_id)
    const gives = [
      ...(one.gift > 0 ? [t('givesSum', { sum: sumsOf(one.gift) })] : []),
      ...(one.tariff_id === 0
        ? []
        : [
            t(one.price > 0 ? 'givesDaysFor' : 'givesDays', {
              ...{ days: one.days, sum: sumsOf(one.price) },
              tariff: tariff === undefined ? String(one.tariff_id) : batchName(language, tariff),
            }),
          ]),
    ]
    const limits = [
      t('usedOf', { used: formatNumber(one.used), codes: formatNumber(one.codes) }),
      ...(one.max_uses > 0 ? [t('atMost', { count: formatNumber(one.max_uses) })] : []),
      one.budget > 0
        ? t('spentOf', { spent: sumsOf(one.spent), budget: sumsOf(one.budget) })
        : t('spent', { spent: sumsOf(one.spent) }),
      ...(one.per_account > 1 ? [t('perPerson', { count: one.per_account })] : []),
    ]
    const days = t('days', {
      from: formatDate(one.from, language, nowSec),
      // The last day counts wholly.
      to: formatDate(one.to - 1, language, nowSec),
    })
    return { gives: gives.join(' + '), limits: limits.join(' · '), days }
  }
}
