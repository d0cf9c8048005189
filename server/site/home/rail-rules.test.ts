import { describe, expect, it } from 'vitest'
import { originalRails, railPlatforms } from '#contract/site/home.ts'
import type { StoredRail } from './rail.ts'
import { isKindFor, railState, railYears, shownRails } from './rail-rules.ts'

const nowMs = Date.UTC(2026, 10, 27, 9)

function rail(id: number, own: Partial<StoredRail> = {}): StoredRail {
  return {
    ...{ id, kind: 'new_films', title: { ru: '', uz: '' }, isHidden: false, version: 1, content: {} },
    ...{ shownFromMs: null, shownUntilMs: null, audience: 'everybody' },
    ...{ platforms: railPlatforms, languages: ['ru', 'uz'] },
    ...own,
  }
}

const visit = { platform: 'web', language: 'ru', audience: 'guests', nowMs } as const
const idsOf = (
  rails: readonly StoredRail[],
  own: object = {},
  hasItems: (rail: StoredRail) => boolean = () => true,
) => shownRails(rails, { ...visit, ...own }, hasItems).map(({ id }) => id)

describe('[FRONT-01] a rail of the home page', () => {
  it('stands in the order of the list, unless it is hidden or has nothing to show', () => {
    const rails = [rail(3), rail(1, { isHidden: true }), rail(2), rail(4)]
    expect(idsOf(rails)).toEqual([3, 2, 4])
    expect(idsOf(rails, {}, ({ id }) => id !== 2)).toEqual([3, 4])
  })

  it('is shown on its platforms and in its languages', () => {
    const rails = [rail(1, { platforms: ['television'] }), rail(2, { languages: ['uz'] }), rail(3)]
    expect(idsOf(rails)).toEqual([3])
    expect(idsOf(rails, { platform: 'television' })).toEqual([1, 3])
    expect(idsOf(rails, { language: 'uz' })).toEqual([2, 3])
  })

  it('is shown to its audience; without one, the site chooses', () => {
    const rails = [rail(1, { audience: 'guests' }), rail(2, { audience: 'subscribers' }), rail(3)]
    expect(idsOf(rails)).toEqual([1, 3])
    expect(idsOf(rails, { audience: 'subscribers' })).toEqual([2, 3])
    expect(idsOf(rails, { audience: undefined })).toEqual([1, 2, 3])
  })

  it('is shown from its first moment until just before its last', () => {
    const period = { shownFromMs: nowMs, shownUntilMs: nowMs + 1 }
    expect([-1, 0, 1].map((ms) => railState(rail(1, period), nowMs + ms))).toEqual(['planned', 'on', 'ended'])
    expect(idsOf([rail(1, period)], { nowMs: nowMs - 1 })).toEqual([])
    expect(idsOf([rail(1, period)])).toEqual([1])
  })

  it('of one audience by its kind is for nobody else', () => {
    const on = (platform: 'web' | 'television', audience: 'guests' | 'subscribers') =>
      (['continue', 'favourite_channels', 'guest_offer', 'news'] as const).filter((kind) =>
        isKindFor(kind, { platform, audience }),
      )
    expect(on('web', 'guests')).toEqual(['guest_offer', 'news'])
    expect(on('television', 'guests')).toEqual(['news'])
    expect(on('web', 'subscribers')).toEqual(['continue', 'favourite_channels', 'news'])
  })
})

describe('[FRONT-01] the years of a rail of films', () => {
  it('are at most as many as a list takes, and reach the next year', () => {
    expect(railYears({}, 2026)).toBeUndefined()
    expect(railYears({ year_from: 2024, year_to: 2025 }, 2026)).toEqual([2024, 2025])
    expect(railYears({ year_from: 2026 }, 2026)).toEqual([2026, 2027])
    expect(railYears({ year_from: 2040 }, 2026)).toEqual([2040])
    const until = railYears({ year_to: 1990 }, 2026)
    expect([until?.length, until?.[0], until?.at(-1)]).toEqual([80, 1911, 1990])
    expect(railYears({ year_from: 1880 }, 2026)?.length).toBe(80)
  })
})

describe('[HOME-01] the page as it comes', () => {
  it('starts with television on televisions, and with what was begun elsewhere', () => {
    const first = (platform: 'web' | 'phone' | 'television') =>
      originalRails.find(({ platforms }) => platforms.includes(platform))?.kind
    expect([first('web'), first('phone'), first('television')]).toEqual(['continue', 'continue', 'live'])
    for (const platform of railPlatforms) {
      const kinds = originalRails
        .filter(({ platforms }) => platforms.includes(platform))
        .map(({ kind }) => kind)
      expect(new Set(kinds).size).toBe(13)
      expect(kinds.length).toBe(13)
    }
  })
})
