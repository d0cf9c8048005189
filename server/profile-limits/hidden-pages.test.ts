/** Which pages of the site a notification must not lead a profile to. */
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
const limits = openProfileLimits({
  db: undefined as never,
  clock: manualClock(Date.UTC(2026, 10, 29, 12)),
  catalogue: {
    now: () => ({
      content,
      wholeTitle: (vid: number) => titles.get(vid),
      within: () => ({ content, collection: () => undefined }),
    }),
  } as never,
  television: {
    now: () => ({ categories: [], channel: (cid: number) => (cid === 5 ? channel : undefined) }),
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
