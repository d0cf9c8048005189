import { describe, expect, it } from 'vitest'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { presentTariff } from '#server/api/billing/present.ts'
import {
  type TariffRecord,
  cheapestTiyin,
  isOffered,
  missingTiyin,
  periodsOf,
  streamsAtOnce,
} from './rules.ts'

function tariff(more: Partial<TariffRecord> = {}): TariffRecord {
  return buildTariff(56, {
    name: { en: 'Basic', ru: 'Базовый', uz: 'Asosiy' },
    isBase: true,
    channelIds: new Set([1, 2]),
    ...more,
  })
}

const quarter = {
  id: 560,
  name: { en: '3 months', ru: '3 месяца', uz: '3 oy' },
  period: { en: '90 days', ru: '90 дней', uz: '90 kun' },
  periodDays: 90,
  priceTiyin: 7_000_000,
}

describe('a tariff on offer', () => {
  it('[TARIFF-01] has one default sub-tariff of a month at the tariff price when it has none', () => {
    expect(presentTariff(tariff())).toMatchObject({
      id: 56,
      tariff_id: 56,
      price: 25_000,
      channel_count: 2,
      streams: 2,
      sub_tariffs: [
        {
          name_en: '1 month',
          name_ru: '1 месяц',
          name_uz: '1 oy',
          period_en: '30 days',
          period_ru: '30 дней',
          period_uz: '30 kun',
          price: 25_000,
        },
      ],
    })
    expect(periodsOf(tariff({ periods: [quarter] }))).toEqual([quarter])
    expect(presentTariff(tariff({ periods: [quarter] })).sub_tariffs).toHaveLength(1)
  })

  it('[TARIFF-03] is never one of 100 to 103, nor a hidden one', () => {
    const ids = [56, 99, 100, 101, 102, 103, 104].filter((tariffId) => isOffered(tariff({ tariffId })))
    expect(ids).toEqual([56, 99, 104])
    expect(isOffered(tariff({ isOffered: false }))).toBe(false)
  })

  it('gives the lowest price that opens an item, among those on offer', () => {
    const all = [
      tariff({ tariffId: 100, priceTiyin: 1 }),
      tariff({ tariffId: 57, priceTiyin: 900, providerIds: new Set() }),
      tariff({ tariffId: 58, priceTiyin: 3000 }),
      tariff({ tariffId: 59, priceTiyin: 2000 }),
    ]
    expect(cheapestTiyin(all, (one) => one.providerIds.has(1))).toBe(2000)
    expect(cheapestTiyin(all, (one) => one.providerIds.has(2))).toBeNull()
  })
})

describe('the missing amount', () => {
  it('is what suspended subscriptions cost beyond the balance', () => {
    const suspended = { state: 'suspended', priceTiyin: 1000, autoRenew: true } as const
    const active = { state: 'active', priceTiyin: 5000, autoRenew: true } as const
    expect(missingTiyin([], 0)).toBe(0)
    expect(missingTiyin([active], 0)).toBe(0)
    expect(missingTiyin([suspended, active], 300)).toBe(700)
    expect(missingTiyin([suspended, { ...suspended, autoRenew: false }], 300)).toBe(700)
    expect(missingTiyin([suspended, suspended], 300)).toBe(1700)
    expect(missingTiyin([suspended], 1000)).toBe(0)
    expect(missingTiyin([suspended], -50)).toBe(1050)
  })
})

describe('the stream limit', () => {
  const tariffs = new Map([
    [57, { streams: 3 }],
    [58, { streams: 5 }],
    [61, { streams: 1 }],
  ])
  const paid = (tariffId: number, more: object = {}) =>
    ({ tariffId, state: 'active', paidUntilMs: 2000, ...more }) as const
  it('[ACC-09] is the highest of the paid tariffs', () => {
    expect(streamsAtOnce([paid(57), paid(61)], tariffs, 1000)).toBe(3)
    expect(streamsAtOnce([paid(61)], tariffs, 1000)).toBe(1)
    expect(streamsAtOnce([paid(57), paid(58, { paidUntilMs: 1000 })], tariffs, 1000)).toBe(3)
    expect(streamsAtOnce([paid(57), { ...paid(58), state: 'suspended' }], tariffs, 1000)).toBe(3)
  })
  it('[ACC-09] is two without a paid tariff: free titles, social channels', () => {
    expect(streamsAtOnce([], tariffs, 1000)).toBe(2)
    expect(streamsAtOnce([paid(58, { paidUntilMs: 1000 })], tariffs, 1000)).toBe(2)
    expect(streamsAtOnce([paid(404)], tariffs, 1000)).toBe(2)
  })
})
