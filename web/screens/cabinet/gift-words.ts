/**
 * Texts of a promotion shown before it is accepted: what it gives and what is charged later (PROMO-01 … PROMO-03).
 */
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { promotions } from '#contract/billing/promotions.ts'
import type { subscriptions } from '#contract/billing/subscriptions.ts'
import { formatMoney } from '#web/i18n/format.ts'
import type { MoneyText } from './money-text.ts'

export type Gift = ResponseOf<typeof promotions.check>['promotion']
type Tariff = ResponseOf<typeof subscriptions.tariffs>['tariffs']['item'][number]

interface Said {
  /** `10 000 сум на баланс, тариф «Старт» на 10 дней бесплатно`. */
  readonly what: string
  /** What will be charged later; '' when nothing will be. */
  readonly later: string
}

export function giftWords(gift: Gift, tariffs: readonly Tariff[], language: Language, t: MoneyText): Said {
  const parts = gift.gift > 0 ? [t('givesMoney', { price: formatMoney(gift.gift, language) })] : []
  if (gift.tariff_id === 0) return { what: parts.join(', '), later: '' }
  const match = tariffs.find((one) => one.tariff_id === gift.tariff_id)
  const tariff = match?.[`name_${language}`] ?? gift.name
  const days = { tariff, count: gift.days }
  parts.push(
    gift.price > 0
      ? t('givesDays', { ...days, price: formatMoney(gift.price, language) })
      : t('givesFreeDays', days),
  )
  const period = match?.sub_tariffs[0]
  return {
    what: parts.join(', '),
    later:
      period === undefined
        ? t('thenDefault')
        : t('thenCosts', {
            price: formatMoney(period.price, language),
            period: period[`period_${language}`],
          }),
  }
}
