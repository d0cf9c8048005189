import { noBroadcasts } from '#tests/kit/modules/no-broadcast-titles.ts'
import { filmEndpoints } from '#server/api/films/films.ts'
import { nobodysViewing } from '#tests/kit/modules/nobodys-viewing.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { isAvailable, nextChangeMs, opensMs } from './availability.ts'
import {
  editTitles,
  existingTitles,
  openCatalogue,
  publishCollections,
  publishTitles,
  type LiveCatalogue,
  type PublishedTitle,
} from './catalogue.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'

describe('a window', () => {
  const window = (fromMs: number | null, untilMs: number | null, isHidden = false) => ({
    availability: { fromMs, untilMs, isHidden },
  })
  it.each([
    ['always', {}, true],
    ['from now', window(100, null), true],
    ['from later', window(101, null), false],
    ['until later', window(null, 101), true],
    ['until now', window(null, 100), false],
    ['between', window(99, 101), true],
    ['hidden nevertheless', window(99, 101, true), false],
    ['hidden', window(null, null, true), false],
  ])('%s', (_, title, is) => expect(isAvailable(title, 100)).toBe(is))

  it('[FILM-07] opens at its next start, a series with its first season', () => {
    expect(opensMs(window(200, null), 100, 'inside')).toBe(200)
    expect(opensMs(window(null, 90), 100, 'inside')).toBeUndefined()
    expect(opensMs(window(200, null, true), 100, 'inside')).toBeUndefined()
    const from = (fromMs: number, territory: 'inside' | 'outside') => [{ fromMs, untilMs: null, territory }]
    const season = (number: number, windows: ReturnType<typeof from>) => ({ number, windows, episodes: [] })
    const series = {
      ...{ hasPartWindows: true, availability: undefined },
      seasons: [season(1, from(300, 'inside')), season(2, from(250, 'outside'))],
    } as unknown as Parameters<typeof opensMs>[0]
    expect(isAvailable(series, 100)).toBe(false)
    expect(opensMs(series, 100, 'inside')).toBe(300)
    expect(opensMs(series, 100, 'outside')).toBe(250)
  })

  it('changes at the next moment and never between', () => {
    const edge = fc.option(fc.integer({ min: 0, max: 30 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(edge, edge, fc.boolean())), fc.nat(30), (edges, nowMs) => {
        const titles = edges.map(([from, until, hidden]) => window(from, until, hidden))
        const at = (ms: number) => titles.map((title) => isAvailable(title, ms)).join()
        const next = nextChangeMs(titles, nowMs) ?? 31
        for (let ms = nowMs; ms < next; ms += 1) expect(at(ms)).toBe(at(nowMs))
      }),
    )
  })
})

function made(key: string, more: Partial<PublishedTitle> = {}): PublishedTitle {
  return buildFilm(key, {
    name: { ru: key, uz: key, original: '' },
    genres: [{ key: 'drama', ru: 'Драма', uz: 'Drama' }],
    credits: [
      { personKey: 'p', name: { ru: 'Нора', uz: '', original: '' }, kind: 'actor', role: { ru: '', uz: '' } },
    ],
    freeMovie: true,
    ...more,
  })
}

describe('titles with a window, on a real database', () => {
  const beginMs = Date.UTC(2026, 0, 1)
  const clock = manualClock(beginMs)
  let database: TestDatabase
  let catalogue: LiveCatalogue
  let calls: readonly BoundEndpoint[]
  beforeAll(async () => {
    database = await createTestDatabase()
    await publishTitles(
      database.db,
      [
        made('always'),
        made('later', { window: { fromMs: beginMs + 200, untilMs: null } }),
        made('leaving', { window: { fromMs: null, untilMs: beginMs + 200 } }),
      ],
      beginMs,
    )
    await publishCollections(database.db, [
      {
        key: 'c',
        place: 1,
        name: { ru: 'Все', uz: 'Hammasi' },
        description: { ru: '', uz: '' },
        titleKeys: ['later', 'leaving', 'always'],
      },
    ])
    catalogue = await openCatalogue(database.db, clock)
    calls = filmEndpoints({
      ...noBroadcasts,
      catalogue,
      clock,
      engine: { describeAsset: () => undefined },
      entitlement: {
        channelAccess: async () => () => false,
        titleAccess: async () => ({ state: 'watch', price: null }),
      },
      viewing: nobodysViewing,
    })
  })
  afterAll(() => database.drop())

  const listed = async () => {
    const list = (await ask(calls, 'films.publicList', { order: 'name' })) as {
      videos: { item: { name: string }[] }
      total: number
    }
    expect(list.total).toBe(list.videos.item.length)
    return list.videos.item.map(({ name }) => name)
  }
  const vidOf = (key: string) => catalogue.now().titleByKey(key)?.vid ?? 0
  const state = async (key: string) => {
    const { video } = (await ask(calls, 'films.publicDetail', { vid: vidOf(key) })) as {
      video: { access: { state: string } }
    }
    return video.access.state
  }

  it('[CAT-12] outside its window a title is in no list, and its page says that it cannot be watched', async () => {
    expect(await listed()).toEqual(['always', 'leaving'])
    const collections = (await ask(calls, 'site.collections')) as unknown as { items: { name: string }[] }[]
    expect(collections[0]?.items.map(({ name }) => name)).toEqual(['leaving', 'always'])
    const person = catalogue.now().anyTitle(vidOf('later'))?.credits[0]?.personId ?? 0
    expect(await ask(calls, 'films.actor', { aid: person })).toMatchObject({ actor: { title_count: 2 } })
    expect(await state('later')).toBe('unavailable')
    expect(await state('leaving')).toBe('watch')
  })

  it('[CAT-12] appears and disappears on time by itself, and invalidates cached responses', async () => {
    let changes = 0
    const stop = catalogue.onChange(() => (changes += 1))
    clock.advanceMs(200)
    await expect.poll(listed, { timeout: 15_000 }).toEqual(['always', 'later'])
    expect(changes).toBe(1)
    expect(await state('leaving')).toBe('unavailable')
    expect(await state('later')).toBe('watch')
    stop()
  })

  it('hides and shows again, and no import makes it visible again', async () => {
    const vid = vidOf('always')
    expect(await existingTitles(database.db, [vid, 999_999])).toEqual({ matches: [vid], unknown: [999_999] })
    const hide = (isHidden: boolean) =>
      editTitles(database.db, [{ vid, edit: { columns: { is_hidden: isHidden } } }], {
        by: undefined,
        nowMs: beginMs,
      })
    expect(await hide(true)).toMatchObject({ kind: 'changed', changed: 1 })
    await publishTitles(database.db, [made('always', { year: 2021 })], beginMs)
    await catalogue.reload()
    expect(await listed()).toEqual(['later'])
    expect(catalogue.now().anyTitle(vid)).toMatchObject({ year: 2021, availability: { isHidden: true } })
    await hide(false)
    await catalogue.reload()
    expect(await listed()).toEqual(['always', 'later'])
  })

  it('keeps a window that an import omits, and removes one that it sets to null', async () => {
    await publishTitles(database.db, [made('later', { year: 2022 })], beginMs)
    await catalogue.reload()
    expect(catalogue.now().anyTitle(vidOf('later'))?.availability?.fromMs).toBe(beginMs + 200)
    await publishTitles(database.db, [made('later', { window: { fromMs: null, untilMs: null } })], beginMs)
    await catalogue.reload()
    expect(catalogue.now().anyTitle(vidOf('later'))?.availability).toBeUndefined()
  })
})
