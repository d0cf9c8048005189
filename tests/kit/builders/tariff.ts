import type { TariffRecord } from '#server/billing/billing.ts'

/** A tariff of 25 000 sums that is offered and is not a base one, unless `more` says otherwise. */
export function buildTariff(tariffId: number, more: Partial<TariffRecord> = {}): TariffRecord {
  return {
    tariffId,
    name: { en: `Tariff ${tariffId}`, ru: `Тариф ${tariffId}`, uz: `${tariffId}-tarif` },
    priceTiyin: 2_500_000,
    providerId: 1,
    remoteTariffId: null,
    isBase: false,
    isRecommended: false,
    isOffered: true,
    position: 0,
    streams: 2,
    periods: [],
    channelIds: new Set(),
    providerIds: new Set([1]),
    ...more,
  }
}
