import { expect, it } from 'vitest'
import type { ChannelRecord } from '#server/television/television.ts'
import type { Promotion } from '#server/billing/billing.ts'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import { presentOffered } from './present-offered.ts'

function channel(cid: number, archiveDays = 0): ChannelRecord {
  return {
    ...{ cid, number: cid, name: { ru: `Канал ${cid}`, uz: `${cid}-kanal` }, logo: null, archiveDays },
    ...{ isEnabled: true, catchup: null, worldPosition: null, categoryId: 1, additionalCategories: [] },
  } as unknown as ChannelRecord
}

const channels = Array.from({ length: 20 }, (_, place) => channel(place + 1, place === 15 ? 7 : 0))
const cids = (from: number, to: number) =>
  new Set(Array.from({ length: to - from + 1 }, (_, place) => from + place))
const providers = [
  { id: 1, name: 'Наше кино' },
  { id: 3, name: 'Премьера' },
]

it('[TARIFF-01] compares a base tariff with the base tariff before it, and no additional one', () => {
  const tariffs = [
    buildTariff(57, { isBase: true, channelIds: cids(1, 5) }),
    buildTariff(60, { channelIds: cids(1, 20) }),
    buildTariff(58, { isBase: true, channelIds: cids(3, 18), providerIds: new Set([1, 3]) }),
  ]
  const [first, extra, second] = presentOffered(tariffs, {
    ...{ channels, providers, language: 'ru', offers: [] },
  })
  expect(first).toMatchObject({ is_base: 1, compared_to: 0, added_channels: 0, archive_days: 0 })
  expect(extra).toMatchObject({ is_base: 0, compared_to: 0, added_channels: 0, channel_count: 20 })
  expect(second).toMatchObject({
    ...{ compared_to: 57, added_channels: 13, missing_channels: 2, channel_count: 16, archive_days: 7 },
    ...{ films: ['Наше кино', 'Премьера'], added_films: ['Премьера'] },
  })
  // What is new stands first.
  expect(second?.logos).toHaveLength(12)
  expect(second?.logos[0]).toEqual({ name: 'Канал 6', logo: '/images/logo/6/none/160.webp' })
  expect(first?.logos.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((cid) => `Канал ${cid}`))
})

it('[PROMO-02] says how many days of which tariff are free, and nothing of offers that cost something', () => {
  const tariffs = [buildTariff(57, { isBase: true }), buildTariff(58, { isBase: true })]
  const offers = [
    promotion('free_days', { tariffId: 58, days: 10, priceTiyin: 0 }),
    promotion('one_sum', { tariffId: 57, days: 30, priceTiyin: 0 }),
    promotion('free_days', { tariffId: 57, days: 30, priceTiyin: 100 }),
  ]
  const free = presentOffered(tariffs, { channels, providers, language: 'ru', offers })
  expect(free.map(({ free_days }) => free_days)).toEqual([0, 10])
})

function promotion(kind: 'free_days' | 'one_sum', connects: Promotion['connects']): Promotion {
  return {
    ...{ promotionId: 1, kind, name: { ru: '', uz: '' }, giftTiyin: 0, connects },
    ...{ validFromMs: 0, validToMs: 1, maxTotal: null, used: 0 },
  }
}
