import type { Standing } from './open-billing.ts'
import type { TariffPeriod, TariffRecord } from './rules.ts'
import { periodsOf, sumsOf } from './rules.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts.ts'
import type { Language } from '#contract/failures.ts'
import type { site } from '#contract/site.ts'
import type { Account } from '#server/accounts/accounts.ts'

const flagOf = (yes: boolean): 0 | 1 => (yes ? 1 : 0)

/** A tariff in the fields of the specification. */
export function presentTariff(tariff: TariffRecord): AnswerOf<typeof site.tariffs>[number] {
  const subTariffs = periodsOf(tariff).map(presentPeriod)
  return {
    id: tariff.tariffId,
    tariff_id: tariff.tariffId,
    name_en: tariff.name.en,
    name_ru: tariff.name.ru,
    name_uz: tariff.name.uz,
    period_en: subTariffs[0]?.period_en ?? '',
    period_ru: subTariffs[0]?.period_ru ?? '',
    period_uz: subTariffs[0]?.period_uz ?? '',
    price: sumsOf(tariff.priceTiyin),
    provider_id: tariff.providerId,
    sub_tariffs: subTariffs,
    is_recommended: flagOf(tariff.isRecommended),
    remote_tariff_id: tariff.remoteTariffId,
    channel_count: tariff.channelIds.size,
    streams: tariff.streams,
  }
}

function presentPeriod(period: TariffPeriod) {
  return {
    id: period.id,
    name_en: period.name.en,
    name_ru: period.name.ru,
    name_uz: period.name.uz,
    period_en: period.period.en,
    period_ru: period.period.ru,
    period_uz: period.period.uz,
    price: sumsOf(period.priceTiyin),
  }
}

/** The subscriber as `customer/info` tells of one. */
export function presentCustomer(
  account: Account,
  standing: Standing,
  tariffs: ReadonlyMap<number, TariffRecord>,
  language: Language,
): AnswerOf<typeof accounts.info> {
  return {
    abonement: account.abonement,
    phone_number: account.phone ?? '',
    name: account.name,
    state: standing.subscriptions.some((one) => one.state === 'suspended') ? 'suspended' : 'active',
    balance: sumsOf(standing.balanceTiyin),
    missing: sumsOf(standing.missingTiyin),
    subscriptions: {
      item: standing.subscriptions.map((one) => ({
        tariff_id: one.tariffId,
        name: tariffs.get(one.tariffId)?.name[language] ?? '',
        price: sumsOf(one.priceTiyin),
        state: one.state,
        is_base: flagOf(one.isBase),
        auto_renew: flagOf(one.autoRenew),
        paid_until: Math.floor(one.paidUntilMs / 1000),
      })),
    },
    // No promotion can be activated yet, so nobody has used the one-sum one.
    promotions: { premium_max_for_one_sum: 0, item: [] },
  }
}
