import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoChannelCategories, demoChannels, demoWorldChannelIds } from '#db/demo/channels.ts'
import { demoFilms } from '#db/demo/catalogue/films.ts'
import { demoGuide } from './guide.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const notUzbek = /[\u0400-\u04ff]|['`‘’]|[^OoGg]ʻ|[OoGg]ʼ/u

const anyChannel = fc.constantFrom(...demoChannels())
const anyMoment = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) })
const anyLength = fc.integer({ min: 1, max: 3 * dayMs })

describe('the demo guide', () => {
  it('[GUIDE-01] covers any window without a gap or an overlap, in whole minutes, 15 to 120 per programme', () => {
    fc.assert(
      fc.property(anyChannel, anyMoment, anyLength, (channel, from, length) => {
        const programmes = demoGuide(channel, from, from + length)
        expect(programmes[0]?.beginMs).toBeLessThanOrEqual(from)
        expect(programmes.at(-1)?.endMs).toBeGreaterThanOrEqual(from + length)
        programmes.forEach((one, i) => {
          expect(one.beginMs % minuteMs).toBe(0)
          const minutes = (one.endMs - one.beginMs) / minuteMs
          expect(Number.isInteger(minutes)).toBe(true)
          expect(minutes).toBeGreaterThanOrEqual(15)
          expect(minutes).toBeLessThanOrEqual(120)
          if (i > 0) expect(one.beginMs).toBe(programmes[i - 1]?.endMs)
        })
      }),
      { numRuns: 150 },
    )
  })

  it('is the same for a moment whatever window is requested', () => {
    fc.assert(
      fc.property(
        anyChannel,
        anyMoment,
        anyLength,
        fc.integer({ min: -dayMs, max: dayMs }),
        (channel, from, length, shift) => {
          const one = demoGuide(channel, from, from + length)
          const other = demoGuide(channel, from + shift, from + shift + length)
          const begins = new Map(other.map((programme) => [programme.beginMs, programme]))
          const [low, high] = [Math.max(from, from + shift), Math.min(from, from + shift) + length]
          for (const programme of one) {
            if (programme.endMs > low && programme.beginMs < high)
              expect(begins.get(programme.beginMs)).toEqual(programme)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('starts a programme at midnight in Tashkent', () => {
    const midnight = Date.UTC(2026, 10, 20, 19)
    for (const channel of demoChannels()) {
      expect(demoGuide(channel, midnight, midnight + 1)[0]?.beginMs).toBe(midnight)
    }
  })

  it('[I18N-02] describes every programme in both languages, and plays an existing film on linear channels only', () => {
    const assets = new Set(demoFilms().map((film) => film.assetId))
    const from = Date.UTC(2026, 10, 20)
    for (const channel of demoChannels()) {
      for (const one of demoGuide(channel, from, from + dayMs)) {
        for (const text of [one.title_ru, one.title_uz, one.description_ru, one.description_uz])
          expect(text).not.toBe('')
        expect(one.title_uz).not.toMatch(notUzbek)
        expect(one.description_uz).not.toMatch(notUzbek)
        expect(one.assetId === undefined ? channel.kind : 'linear').toBe(channel.kind)
        if (one.assetId !== undefined) expect(assets.has(one.assetId)).toBe(true)
      }
    }
  })

  it('has no programmes for adults during the day', () => {
    const from = Date.UTC(2026, 10, 19, 19)
    const channel = demoChannels().find((one) => one.character === 'cinema')
    if (channel === undefined) throw new Error('the demo has no cinema channel')
    const hours = demoGuide(channel, from, from + 30 * dayMs)
      .filter((one) => one.title_ru === 'Тихий этаж')
      .map((one) => new Date(one.beginMs + 5 * 3_600_000).getUTCHours())
    expect(hours.length).toBeGreaterThan(0)
    expect(hours.every((hour) => hour < 6)).toBe(true)
  })
})

describe('the demo channels', () => {
  const channels = demoChannels()

  it('are 36, two of them recorded from a running source, each with a unique number and name', () => {
    expect(channels).toHaveLength(36)
    for (const list of [
      channels.map((one) => one.cid),
      channels.map((one) => one.number),
      channels.map((one) => one.name_ru),
      channels.map((one) => one.name_uz),
    ]) {
      expect(new Set<number | string>(list).size).toBe(36)
    }
    expect(channels.filter((one) => one.kind === 'recorded').map((one) => one.source?.protocol)).toEqual([
      'udp',
      'http-ts',
    ])
    for (const one of channels) {
      expect(one.name_uz).not.toMatch(notUzbek)
      expect(one.kind === 'linear' ? one.assetIds.length : 1).toBeGreaterThan(0)
    }
  })

  it('[TV-02] [TV-04] [TV-11] are in existing categories, never in 7, 9 or 10; some have more categories', () => {
    const ids = demoChannelCategories.map((one) => one.id)
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(ids[0]).toBe(7)
    for (const one of channels) {
      for (const id of [one.categoryId, ...one.additionalCategories])
        expect([1, 2, 3, 4, 5, 6, 8].includes(id), `category ${id}`).toBe(true)
    }
    for (const id of [1, 2, 3, 4, 5, 6, 8]) expect(channels.some((one) => one.categoryId === id)).toBe(true)
    expect(channels.filter((one) => one.additionalCategories.length > 0).length).toBeGreaterThan(5)
  })

  it('[TV-07] include 24 for the world list, each once', () => {
    expect(demoWorldChannelIds).toHaveLength(24)
    expect(new Set(demoWorldChannelIds).size).toBe(24)
    const cids = new Set(channels.map((one) => one.cid))
    expect(demoWorldChannelIds.every((cid) => cids.has(cid))).toBe(true)
  })
})
