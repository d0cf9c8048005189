import { describe, expect, it } from 'vitest'
import { buildTariff } from '#tests/kit/builders/tariff.ts'
import type { TariffPeriod, TariffRecord } from './rules.ts'
import { changeLines, listLine, tariffLines, type TariffFacts } from './tariff-words.ts'

const channels = Array.from({ length: 15 }, (_, at) => ({
  ...{
    cid: 100 - at,
    number: at + 1,
    name: `Канал ${at + 1}`,
    categoryIds: [1],
    languages: [],
    quality: null,
  },
}))
const ground = {
  channels,
  categories: [],
  providers: [
    { id: 1, name: 'Ekran' },
    { id: 3, name: 'Plus' },
  ],
}

/** So many pay for tariff 58; a tariff without subscribers is not listed. */
function facts(count = 0, more: Partial<TariffFacts> = {}): TariffFacts {
  const prices = [{ priceTiyin: 2_500_000, periodDays: 30, count }]
  const subscribers = new Map(count === 0 ? [] : [[58, { count, prices }]])
  return { ground, subscribers, promotions: new Map(), ...more }
}

const words = { en: 'en', ru: 'ru', uz: 'uz' }
const month: TariffPeriod = { id: 581, name: words, period: words, periodDays: 30, priceTiyin: 2_500_000 }
const before = buildTariff(58, { channelIds: new Set([100, 99]) })

function change(more: Partial<TariffRecord>, about: TariffFacts = facts(3)): string {
  return changeLines({ before, after: { ...before, ...more } }, about).join('\n')
}

describe('[TARIFF-01] the description of a tariff change', () => {
  it('has only what changes, the old beside the new', () => {
    const lines = change({ position: 4, streams: 3 }).split('\n')
    expect(lines).toEqual([
      'Tariff 58 Тариф 58 changes; 3 subscribers now:',
      '  position: 0 → 4',
      '  streams: 2 → 3',
    ])
  })

  it('has what current subscribers will pay, when its price changes', () => {
    expect(change({ priceTiyin: 2_900_050 })).toContain('price: 25000 soʻm → 29000.50 soʻm')
    expect(change({ priceTiyin: 2_900_000 })).toContain(
      'what is paid now stays for 3 subscribers: 3 at 25000 soʻm for 30 days',
    )
    expect(change({ priceTiyin: 2_900_000 }, facts(0))).not.toContain('stays for')
  })

  it('has added and removed periods', () => {
    const text = change({ periods: [month] })
    expect(text).toContain('periods: none of its own (30 days) → 581')
    expect(text).toContain('period 581 price: (none) → 25000 soʻm')
  })

  it('has what is opened, and that removed channels close at once for every subscriber', () => {
    const text = change({ channelIds: new Set([99, 98]), providerIds: new Set([1, 3]) })
    expect(text).toContain('opens channels: 1: 3 Канал 3')
    expect(text).toContain('closes channels: 1: 1 Канал 1')
    expect(text).toContain('opens providers: 1: 3 Plus')
    expect(text).toContain('what is closed is closed at once, also for 3 subscribers')
    expect(change({ channelIds: new Set([100, 99, 98]) })).not.toContain('closed at once')
  })

  it('[TARIFF-03] says that it can no longer be connected, and which promotions still connect it', () => {
    const promotions = new Map([[58, ['SALOM', 'free_days']]])
    const text = change({ isOffered: false }, facts(1, { promotions }))
    expect(text).toContain('nobody new can connect it; it goes on for 1 subscriber and is charged as before')
    expect(text).toContain('promotions still connect it: SALOM, free_days')
    expect(change({ streams: 4 }, facts(1, { promotions }))).not.toContain('promotions')
  })

  it('has every field of a new tariff', () => {
    const text = changeLines({ before: undefined, after: before }, facts()).join('\n')
    expect(text).toContain('Tariff 58 Тариф 58 is new:')
    expect(text).toContain('channels: 2: 1 Канал 1, 2 Канал 2')
    expect(text).toContain('kind: additional')
  })

  it('lists a readable number of channels, in the order of their numbers, and the total', () => {
    const text = change({ channelIds: new Set(channels.map(({ cid }) => cid)) })
    expect(text).toContain('opens channels: 13: 3 Канал 3')
    expect(text).toContain('14 Канал 14, and 1 more')
  })
})

describe('[TARIFF-01] the description of a tariff', () => {
  it('in one line has what it is, costs and opens, and the number of subscribers', () => {
    expect(listLine(before, facts(1))).toBe(
      '58 Тариф 58: additional, 25000 soʻm; opens 2 channels, 1 provider; 1 subscriber',
    )
    expect(listLine({ ...before, isOffered: false, isBase: true }, facts())).toContain('base,')
    expect(listLine({ ...before, isOffered: false }, facts())).toMatch(/0 subscribers; not offered$/)
  })

  it('has what each of its subscribers pays', () => {
    const text = tariffLines(before, facts(3)).join('\n')
    expect(text).toContain('3 subscribers\n    3 at 25000 soʻm for 30 days')
    expect(tariffLines(before, facts()).join('\n')).toMatch(/0 subscribers$/)
  })

  it('[TARIFF-03] says why it is not offered although it is marked as offered', () => {
    const text = (tariffId: number) => tariffLines(buildTariff(tariffId), facts()).join('\n')
    expect(text(101)).toContain('100 to 103 are never offered')
    expect(text(104)).not.toContain('never offered')
  })
})
