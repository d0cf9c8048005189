import { lengthOf } from '#contract/form/tariff-period.ts'
import { formatMoney } from '#web/i18n/format.ts'
import { ru } from '#web/i18n/ru/billing/offer.ts'
import { uz } from '#web/i18n/uz/billing/offer.ts'
import { createTextHook } from '#web/session/text.ts'
import { useLanguage } from '#web/session/session.ts'
import type { FreeDays } from './use-free-days.ts'

export const useOfferText = createTextHook(ru, uz)

/** `39 000 sums for 1 month`: a price in sums with the length of its period. */
export function usePeriodPrice(): (price: number, days: number) => string {
  const t = useOfferText()
  const language = useLanguage()
  return (price, days) => {
    const { unit, count } = lengthOf(days)
    return t(unit === 'months' ? 'forMonths' : 'forDays', { price: formatMoney(price, language), count })
  }
}

/** Of which tariff the free days are, and what it costs after them, as a sentence. */
export function useFreeTerms(): (free: FreeDays) => string {
  const t = useOfferText()
  const priced = usePeriodPrice()
  return ({ tariff, days: count, later }) =>
    later === null
      ? `${t('freeOf', { tariff, count })}.`
      : t('terms', { tariff, count, price: priced(later.price, later.days) })
}
