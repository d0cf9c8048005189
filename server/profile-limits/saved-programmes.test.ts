/** What a profile may watch of recordings that are older than the guide. */
import { describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { ProfileLimit, Viewer } from '#server/platform/primitives/viewer.ts'
import { type StoredFacts, openProfileLimits } from './profile-limits.ts'

const nowMs = Date.UTC(2026, 10, 29, 12)
const channel = { cid: 5, categoryId: 1, additionalCategories: [] }
const snapshot = {
  categories: [],
  channel: (cid: number) => (cid === 5 ? channel : undefined),
  // The guide knows nothing of that time any more.
  guide: { window: () => [], programme: () => undefined },
}
const films = [{ ageRating: '18+', isKids: false, name: { ru: 'Ночь', uz: 'Tun', original: '' } }]
const limits = openProfileLimits({
  db: undefined as never,
  clock: manualClock(nowMs),
  catalogue: { now: () => ({ content: { titles: films } }) } as never,
  television: { now: () => snapshot } as never,
})

function verdictOf(stored: StoredFacts | undefined, limit: Partial<ProfileLimit>, isOpened = false) {
  const opened = isOpened ? [{ kind: 'programme' as const, id: 77, untilMs: nowMs + 1000 }] : []
  const all: ProfileLimit = {
    ...{ ageLimit: 16, aboveLimit: 'ask', channelIds: undefined, hours: undefined },
    ...{ minutesPerDay: undefined, ...limit },
  }
  const profile = { no: 1, isChild: false, limit: all, opened }
  const viewer: Viewer = { accountId: 1, sessionId: 's', profile }
  const subject = { kind: 'past', cid: 5, beginMs: nowMs - 9e9, endMs: nowMs - 8.9e9, stored } as const
  return limits.watchable(viewer, subject, 'none')
}

const rated = { pid: 77, ageRating: '18+', title: { ru: 'Фильм', uz: 'Film' } }
const unrated = { ...rated, ageRating: '' }

describe('[PROF-02] [FOLLOW-03] a recording that the guide has forgotten', () => {
  it('stays what it was rated, and is opened by the PIN', async () => {
    const failure = 'above_age_limit'
    expect(await verdictOf(rated, {})).toMatchObject({ kind: 'above', failure, age: 18 })
    expect(await verdictOf({ ...rated, pid: null }, {}, true)).toMatchObject({ kind: 'above', failure })
    expect(await verdictOf(rated, {}, true)).toMatchObject({ kind: 'within' })
    expect(await verdictOf({ ...rated, ageRating: '12+' }, {})).toMatchObject({ kind: 'within' })
  })

  it('is closed to a child on a channel that was chosen by hand, too', async () => {
    const child = { ageLimit: 6, aboveLimit: 'hide', channelIds: new Set([5]) } as const
    expect(await verdictOf(rated, child)).toMatchObject({ failure: 'above_age_closed' })
    expect(await verdictOf(unrated, child)).toMatchObject({ kind: 'within' })
  })

  it('has the age of a film with its name where nobody rated it', async () => {
    expect(await verdictOf({ ...unrated, title: { ru: 'Ночь', uz: '' } }, {})).toMatchObject({ age: 18 })
  })
})
