/**
 * Texts of a promotion shown before it is accepted: what it gives, when that begins, and what is charged later
 * (PROMO-01 … PROMO-03). The rules are those of `server/billing/promotions`.
 */
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { promotions } from '#contract/billing/promotions.ts'
import type { subscriptions } from '#contract/billing/subscriptions.ts'
import { lengthOf } from '#contract/form/tariff-period.ts'
import { formatDate, formatMoney } from '#web/i18n/format.ts'
import type { SubscriptionItem } from './cabinet-rules.ts'
import type { MoneyText } from './money-text.ts'

export type Gift = ResponseOf<typeof promotions.check>['promotion']
type Tariff = ResponseOf<typeof subscriptions.tariffs>['tariffs']['item'][number]

/** What the words depend on besides the gift. */
export interface GiftFacts {
  /** All tariffs on offer. */
  readonly tariffs: readonly Tariff[]
  /** What the subscriber has. */
  readonly own: readonly SubscriptionItem[]
  /** Free days of the offer: they go to the base tariff that there is, where they are of another one. */
  readonly areFreeDays: boolean
  readonly language: Language
  readonly nowSec: number
}

interface Said {
  /** `10 000 сум на баланс, тариф «Старт» на 10 дней бесплатно`. */
  readonly what: string
  /** When the days begin, what ends with them, and what will be charged later; '' when nothing will be. */
  readonly later: string
}

/** The own tariff that gets the days; undefined: a new one begins. */
export function tariffOfDays(
  gift: Pick<Gift, 'tariff_id'>,
  { tariffs, own, areFreeDays }: Pick<GiftFacts, 'tariffs' | 'own' | 'areFreeDays'>,
): SubscriptionItem | undefined {
  const isBase = tariffs.some((one) => one.tariff_id === gift.tariff_id && one.is_base === 1)
  const base = areFreeDays && isBase ? own.find((one) => one.is_base === 1) : undefined
  return base ?? own.find((one) => one.tariff_id === gift.tariff_id)
}

export function giftWords(gift: Gift, facts: GiftFacts, t: MoneyText): Said {
  const { tariffs, language } = facts
  const parts = gift.gift > 0 ? [t('givesMoney', { price: formatMoney(gift.gift, language) })] : []
  if (gift.tariff_id === 0) return { what: parts.join(', '), later: '' }
  const match = tariffs.find((one) => one.tariff_id === gift.tariff_id)
  const extended = tariffOfDays(gift, facts)
  const tariff = extended?.name ?? match?.[`name_${language}`] ?? gift.name
  const { unit, count } = lengthOf(gift.days)
  parts.push(
    gift.price > 0
      ? t(unit === 'months' ? 'givesMonths' : 'givesDays', {
          ...{ tariff, count },
          price: formatMoney(gift.price, language),
        })
      : t('givesFreeDays', { tariff, count: gift.days }),
  )
  const period = match?.sub_tariffs[0]
  const what = parts.join(', ')
  if (extended !== undefined) return { what, later: behind(extended, gift.days, facts, t) }
  return {
    what,
    later: period === undefined ? t('thenDefault') : t('thenCosts', { price: priceOf(period, language, t) }),
  }
}

/** Days that are added to a tariff that there is: from when, and what comes behind them. */
function behind(item: SubscriptionItem, days: number, { language, nowSec }: GiftFacts, t: MoneyText): string {
  const isPaused = item.paused_until > nowSec
  const isPaid = item.state === 'active' && item.paid_until > nowSec
  const fromSec = isPaid ? item.paid_until : nowSec
  const date = (sec: number) => formatDate(sec, language, nowSec)
  const begins = isPaused ? [t('endsPause')] : isPaid ? [t('behindPaid', { date: date(fromSec) })] : []
  const price = priceOf({ price: item.price, days: item.period_days }, language, t)
  const then =
    item.next_name !== ''
      ? t('thenNext', { name: item.next_name })
      : item.auto_renew === 1
        ? t('thenCosts', { price })
        : isPaused
          ? t('thenOff')
          : t('thenEnds', { date: date(fromSec + days * 86_400) })
  return [...begins, then].join(' ')
}

type Period = Pick<Tariff['sub_tariffs'][number], 'price' | 'days'>

/** `39 000 sums for 1 month`. */
function priceOf({ price, days }: Period, language: Language, t: MoneyText): string {
  const { unit, count } = lengthOf(days)
  return t(unit === 'months' ? 'perMonths' : 'perDays', { price: formatMoney(price, language), count })
}
