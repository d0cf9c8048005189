import { describe, expect, it } from 'vitest'
import type { SubscriptionRecord, TariffRecord } from '#server/billing/billing.ts'
import {
  presentCustomer,
  presentEntry,
  presentOwnPeriods,
  presentPromotion,
  presentTariff,
  presentToChild,
} from './present.ts'

const nowMs = Date.UTC(2026, 0, 15)
const dayMs = 86_400_000

function words(name: string) {
  return { en: `${name} en`, ru: `${name} ru`, uz: `${name} uz` }
}

const month = { id: 1, periodDays: 30, priceTiyin: 2_900_000, name: words('Month'), period: words('30 days') }
const year = {
  id: 2,
  periodDays: 365,
  priceTiyin: 29_000_000,
  name: words('Year'),
  period: words('365 days'),
}

const tariff = {
  tariffId: 56,
  name: words('Basic'),
  priceTiyin: 2_900_000,
  providerId: 1,
  remoteTariffId: null,
  isBase: true,
  isRecommended: true,
  isOffered: true,
  position: 0,
  streams: 3,
  periods: [month, year],
  channelIds: new Set([1, 2]),
  providerIds: new Set([1]),
} as unknown as TariffRecord

const subscription = {
  subscriptionId: 4,
  tariffId: 56,
  state: 'active',
  priceTiyin: 29_000_000,
  periodDays: 365,
  isBase: true,
  autoRenew: true,
  paidUntilMs: nowMs + 10 * dayMs + 900,
} as unknown as SubscriptionRecord

const tariffs = new Map([[56, tariff]])

it('[SUB-01] shows a tariff with its periods, in sums and in every language', () => {
  expect(presentTariff(tariff)).toMatchObject({
    tariff_id: 56,
    name_uz: 'Basic uz',
    period_ru: '30 days ru',
    price: 29_000,
    sub_tariffs: [
      { id: 1, price: 29_000 },
      { id: 2, price: 290_000, name_en: 'Year en' },
    ],
    is_recommended: 1,
    channel_count: 2,
    streams: 3,
  })
})

describe('[SUB-02] the periods of a tariff', () => {
  it('show the subscription at the period that it is renewed for', () => {
    expect(presentOwnPeriods(tariff, subscription, nowMs, 'ru')).toMatchObject([
      { virtual_tariff_id: 1, auto_renew: 0, paid_until: 0 },
      { virtual_tariff_id: 2, auto_renew: 1, paid_until: Math.floor((nowMs + 10 * dayMs) / 1000) },
    ])
  })

  it('show it at the first one when its own is no longer sold', () => {
    const former = { ...subscription, periodDays: 90 }
    const [first, second] = presentOwnPeriods(tariff, former, nowMs, 'ru')
    expect([first?.auto_renew, second?.auto_renew]).toEqual([1, 0])
  })

  it('show none without a subscription', () => {
    const states = presentOwnPeriods(tariff, undefined, nowMs, 'ru').map(({ state }) => state)
    expect(new Set(states).size).toBe(1)
  })
})

describe('a subscriber', () => {
  const account = { abonement: '111111', phone: null, name: 'Али' } as Parameters<typeof presentCustomer>[0]

  function shown(state: SubscriptionRecord['state'], used: Parameters<typeof presentCustomer>[3] = []) {
    const standing = {
      subscriptions: [{ ...subscription, state }],
      balanceTiyin: 150_050,
      missingTiyin: 2_749_950,
      planned: undefined,
    }
    return presentCustomer(account, standing, tariffs, used, 'uz')
  }

  it('[SUB-06] is suspended as soon as one subscription is, with the missing amount', () => {
    expect(shown('active').state).toBe('active')
    expect(shown('suspended')).toMatchObject({
      state: 'suspended',
      phone_number: '',
      balance: 1500.5,
      missing: 27_499.5,
      subscriptions: { item: [{ name: 'Basic uz', price: 290_000 }] },
    })
  })

  it('[PROF-02] tells a child’s profile no sums', () => {
    expect(presentToChild(shown('suspended'))).toMatchObject({
      ...{ state: 'suspended', balance: 0, missing: 0 },
      subscriptions: { item: [{ name: 'Basic uz', price: 0, next_price: 0 }] },
    })
  })

  it('[PROMO-03] has used the one-sum premium only through that promotion', () => {
    const used = [
      { promotionId: 1, kind: 'code' },
      { promotionId: 2, kind: 'one_sum' },
      { promotionId: 3, kind: 'free_days' },
    ] as const
    expect(shown('active', used).promotions).toEqual({ premium_max_for_one_sum: 1, item: [{ id: 2 }] })
  })
})

it('shows a ledger entry with the current name of its tariff, or none', () => {
  const entry = {
    ledgerEntryId: 9,
    reference: 'charge:7:1',
    kind: 'charge',
    amountTiyin: -2_900_000,
    balanceAfterTiyin: 100,
    happenedAtMs: nowMs + 999,
    tariffId: 56,
  } as unknown as Parameters<typeof presentEntry>[0]
  expect(presentEntry(entry, tariffs, 'ru')).toMatchObject({
    id: 9,
    amount: -29_000,
    balance: 1,
    time: nowMs / 1000,
    tariff: 'Basic ru',
  })
  expect(presentEntry({ ...entry, tariffId: 57 }, tariffs, 'ru').tariff).toBe('')
  expect(presentEntry({ ...entry, tariffId: null }, tariffs, 'ru').tariff).toBe('')
})

it('[PROMO-01] shows what a promotion gives, zeros where it connects nothing', () => {
  const gift = { name: words('Gift'), giftTiyin: 500_000, connects: null } as unknown as Parameters<
    typeof presentPromotion
  >[0]
  expect(presentPromotion(gift, 'uz')).toEqual({
    name: 'Gift uz',
    gift: 5000,
    tariff_id: 0,
    days: 0,
    price: 0,
  })
})
