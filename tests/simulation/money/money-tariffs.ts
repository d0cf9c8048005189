/** The tariffs of the scenarios of `money-scenario.ts`, each with its own rule of pauses. */
import type { PauseRule, TariffRecord } from '#server/billing/billing.ts'

const baseIds = [57, 58] as const
export const ids = [57, 58, 60, 61] as const
type Id = (typeof ids)[number]
const pricesSums: Readonly<Record<Id, number>> = {
  57: 25_000,
  58: 40_000,
  60: 9_000,
  61: 15_000,
}
const often = { minDays: 1, maxDays: 60, isOnceAYear: false } as const
const pauses: Readonly<Record<Id, PauseRule | undefined>> = {
  57: { ...often, by: 'subscriber' },
  58: { ...often, by: 'subscriber', isOnceAYear: true },
  60: { ...often, by: 'staff' },
  61: undefined,
}

export const worldTariffs: readonly TariffRecord[] = ids.map((tariffId) => {
  const pause = pauses[tariffId]
  return {
    tariffId,
    name: { en: `${tariffId}`, ru: `${tariffId}`, uz: `${tariffId}` },
    priceTiyin: pricesSums[tariffId] * 100,
    providerId: 1,
    remoteTariffId: null,
    isBase: baseIds.some((id) => id === tariffId),
    isRecommended: false,
    isOffered: true,
    position: 0,
    streams: 2,
    periods: [],
    channelIds: new Set<number>(),
    providerIds: new Set([1]),
    ...(pause === undefined ? {} : { pause }),
    ...(tariffId === 61 ? { trialDays: 5 } : {}),
  }
})
