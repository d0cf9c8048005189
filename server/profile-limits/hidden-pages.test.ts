/** Which pages of the site a notification or a banner must not lead a profile to. */
import { Guide, type ProgrammeRecord } from '#server/television/television.ts'
import type { ProfileLimit } from '#server/platform/primitives/viewer.ts'
import { describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { openProfileLimits } from './profile-limits.ts'

const name = { ru: 'Ночь', uz: 'Tun', original: '' }
const titles = new Map([
  [7, { ageRating: '12+', isKids: false, name }],
  [18, { ageRating: '18+', isKids: false, name: { ...name, ru: 'Полночь' } }],
])
const content = { titles: [...titles.values()], people: new Map() }
const channel = { cid: 5, categoryId: 1, additionalCategories: [] }
const nowMs = Date.UTC(2026, 10, 29, 12)
const programme = (pid: number, cid: number, ageRating: string): ProgrammeRecord => ({
  ...{ pid, cid, ageRating, genreCode: null, assetId: null, title: name, description: name },
  ...{ beginMs: nowMs - 3_600_000, endMs: nowMs + 3_600_000 },
})
const limits = openProfileLimits({
  db: undefined as never,
  clock: manualClock(nowMs),
  catalogue: {
    now: () => ({
      content,
      wholeTitle: (vid: number) => titles.get(vid),
      within: () => ({ content, collection: () => undefined }),
    }),
  } as never,
  television: {
    now: () => ({
      categories: [],
      guide: Guide.of([programme(50, 5, '6+'), programme(60, 6, '18+')]),
      channel: (cid: number) => (cid < 8 ? { ...channel, cid } : undefined),
    }),
  } as never,
})
const isHidden = (href: string, ageLimit: number, channelIds: readonly number[] = []) =>
  limits.isPageHiddenFrom({ ageLimit, channelIds }, href)

describe('[PROF-02] a page of the site', () => {
  it.each([
    ['a film above the age', '/movie/18', 12, true],
    ['the same with the query of a mailing', '/movie/18?utm_source=push#top', 12, true],
    ['a film within it', '/movie/7', 12, false],
    ['a film that is there no more, and counts as unrated', '/movie/99', 12, true],
    ['a page that is about nothing of the kind', '/cabinet', 6, false],
    ['any film, without a limit', '/movie/18', 18, false],
  ])('about %s', (_, href, ageLimit, hidden) => {
    expect(isHidden(href, ageLimit)).toBe(hidden)
  })

  it('about a channel is hidden where others were chosen', () => {
    expect(isHidden('/channel/5', 18, [6])).toBe(true)
    expect(isHidden('/channel/5', 18, [5])).toBe(false)
  })
})

describe('[PROF-02] a banner', () => {
  const leads = (href: string, isChild: boolean, own: Partial<ProfileLimit> = {}) => {
    const limit = { ageLimit: 12, aboveLimit: 'hide', channelIds: undefined, ...own } as const
    const profile = { no: 1, isChild, limit: { ...limit, hours: undefined, minutesPerDay: undefined } }
    const viewer = { accountId: 1, sessionId: 's', profile }
    return limits.within(viewer, async () => limits.mayOpenPage(href))
  }

  it.each([
    ['a film within the age', '/movie/7', true],
    ['a film above it', '/movie/18?utm_source=banner', false],
    ['a channel whose programme is within it', '/uz/channel/5', true],
    ['a channel whose programme is above it', '/channel/6', false],
    ['a channel of which the guide says nothing', '/channel/7', false],
    ['a recording within it', '/tvArchive/5/50', true],
    ['a recording above it', '/tvArchive/6/60', false],
    ['the tariffs', '/tariff', false],
    ['a list of films', '/kids', true],
  ])('about %s', async (_, href, may) => {
    expect(await leads(href, true)).toBe(may)
    expect(await leads(href, true, { aboveLimit: 'ask' })).toBe(may)
  })

  it('leads grown-ups to the tariffs, and everybody without limits everywhere', async () => {
    expect(await leads('/tariff', false)).toBe(true)
    expect(await leads('/movie/18', false, { ageLimit: 18 })).toBe(true)
    expect(limits.mayOpenPage('/movie/18')).toBe(true)
  })
})
