/** Positions and history on a real database: what is stored, for which viewer, and how it changes. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { WatchedFilm } from '#contract/films/viewing.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { viewingFixture } from '#tests/kit/modules/viewing-module.ts'
import { setPartWindows } from '#server/catalogue/catalogue.ts'
import { deleteOldPositions } from './forget-old.ts'
import type { Watched } from './viewing.ts'
import { firstProfileOf } from '#server/platform/primitives/viewer.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
const fixture = await viewingFixture(db)
const { viewing, clock, vids, film, series, other, cid, assets, fileOf } = fixture

let me = 0
let somebody = 0
beforeEach(async () => {
  me = await fixture.newViewer()
  somebody = await fixture.newViewer()
  clock.advanceMs(60_000)
})

function by(name: string, raw: Record<string, unknown>, accountId = me) {
  return fixture.by(accountId, name, raw)
}

function watch(vid: number, vfid: number, position: number, accountId = me) {
  return fixture.watch(accountId, vid, vfid, position)
}

function rows(name: 'viewing' | 'viewed', raw: Record<string, unknown> = {}, accountId = me) {
  return fixture.rows(accountId, name, raw)
}

describe('a position in a film', () => {
  it('[PLAYER-03] is stored once per file, the newest counts, and it belongs to the viewer', async () => {
    await watch(film, fileOf(film), 100)
    await watch(film, fileOf(film), 90)
    await watch(film, fileOf(film), 40, somebody)
    const own = await by('positions', { content_id: film })
    expect(own).toMatchObject({
      positions: { item: [{ asset_id: fileOf(film), position: 90, duration: 5000, is_finished: 0 }] },
      next_vfid: fileOf(film),
    })
    expect(await rows('viewing')).toMatchObject([{ vid: film, position_sec: 90, duration_sec: 5000 }])
  })

  it('[PLAYER-03] that arrives late, from a clock behind, does not replace a newer one', async () => {
    await watch(film, fileOf(film), 100)
    clock.advanceMs(-30_000)
    await by('positionSet', { content_id: film, asset_id: fileOf(film), position: 7 })
    clock.advanceMs(30_000)
    expect(await rows('viewing')).toMatchObject([{ position_sec: 100 }])
  })

  it('[PLAYER-03] counts as finished at the marked titles, at 95 %, and past the end; then it starts from the beginning', async () => {
    await watch(film, fileOf(film), 4499)
    expect(await rows('viewing')).toHaveLength(1)
    await watch(film, fileOf(film), 4500)
    expect(await rows('viewing')).toEqual([])
    expect(await rows('viewed')).toMatchObject([{ vid: film, is_finished: 1, position_sec: 0 }])
    expect(await by('positions', { content_id: film })).toMatchObject({
      positions: { item: [{ position: 0, is_finished: 1 }] },
      next_vfid: null,
    })
    await watch(film, fileOf(film), 12)
    expect(await rows('viewing')).toMatchObject([{ position_sec: 12, is_finished: 0 }])
    await watch(film, fileOf(film), 800_000)
    expect(await rows('viewed')).toMatchObject([{ is_finished: 1 }])
  })

  it('[PLAYER-03] is refused for another title’s file, a trailer, and an unknown file', async () => {
    const refused = { refused: 'title_not_found' }
    expect(await watch(film, fileOf(series), 5)).toEqual(refused)
    expect(await watch(film, fileOf(film, 1), 5)).toEqual(refused)
    expect(await watch(2_000_000_000, fileOf(film), 5)).toEqual(refused)
    expect(await watch(film, 2_000_000_000, 5)).toEqual(refused)
    expect(await watch(film, fileOf(film), 0)).toEqual({ invalid: ['position'] })
    expect(await rows('viewed')).toEqual([])
  })

  it('[PLAYER-03] sent by twenty concurrent requests is one row', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => watch(film, fileOf(film), 10 + index)))
    const { rows: stored } = await sql`select 1 from watching where account_id = ${me}`.execute(db)
    expect(stored).toHaveLength(1)
  })
})

describe('the continue-watching list', () => {
  it('[FILM-04] contains a series once: its next episode, across the end of a season', async () => {
    await watch(series, fileOf(series), 1000)
    await watch(series, fileOf(series, 1), 300)
    expect(await rows('viewing')).toMatchObject([
      {
        vid: series,
        vfid: fileOf(series, 1),
        position_sec: 300,
        episode: { season: 1, number: 2, name: '' },
      },
    ])
    await watch(series, fileOf(series, 1), 1000)
    expect(await rows('viewing')).toMatchObject([
      { vfid: fileOf(series, 2), position_sec: 0, episode: { season: 2, number: 1, name: 'Начало' } },
    ])
    await watch(series, fileOf(series, 2), 1000)
    await watch(series, fileOf(series, 3), 1000)
    expect(await rows('viewing')).toEqual([])
    expect(await rows('viewed')).toMatchObject([{ vid: series, is_finished: 1, vfid: fileOf(series, 3) }])
  })

  it('[EDIT-01] passes over a season outside its windows, and contains it again when it opens', async () => {
    const who = { by: undefined, nowMs: clock.nowMs() }
    const setWindows = async (windows: Parameters<typeof setPartWindows>[1]['windows']) => {
      await setPartWindows(db, { vid: series, part: { season: 2 }, version: undefined, windows }, who)
      await fixture.reload()
    }
    await watch(series, fileOf(series), 1000)
    await watch(series, fileOf(series, 1), 1000)
    const next = fileOf(series, 2)
    await setWindows([{ fromMs: null, untilMs: 1000, territory: 'everywhere' }])
    expect(await rows('viewing')).toEqual([])
    expect(await by('positions', { content_id: series })).toMatchObject({ next_vfid: null })
    await setWindows([{ fromMs: null, untilMs: null, territory: 'outside' }])
    expect(await by('positions', { content_id: series })).toMatchObject({ next_vfid: null })
    await setWindows([])
    expect(await rows('viewing')).toMatchObject([{ vfid: next }])
  })

  it('[HOME-01] starts with the last watched, and has as many as requested', async () => {
    for (const vid of vids.slice(2, 8)) await watch(vid, fileOf(vid), 100)
    const newestFirst = vids.slice(2, 8).toReversed()
    expect((await rows('viewing')).map(({ vid }) => vid)).toEqual(newestFirst)
    expect((await rows('viewing', { limit: 2 })).map(({ vid }) => vid)).toEqual(newestFirst.slice(0, 2))
    expect(await viewing.viewingVids(firstProfileOf(me))).toEqual(newestFirst)
  })

  it('leaves out what cannot be played now, and contains it again when it can', async () => {
    await watch(other, fileOf(other), 100)
    assets.delete('more-0')
    expect(await rows('viewing')).toEqual([])
    expect(await rows('viewed')).toHaveLength(1)
    assets.set('more-0', { durationMs: 1_000_000 })
    expect(await rows('viewing')).toHaveLength(1)
  })

  it('a hidden title stays in the history and comes back when it is watched again', async () => {
    await watch(series, fileOf(series), 100)
    await watch(series, fileOf(series, 1), 100)
    await by('hide', { vid: series }, somebody)
    expect(await rows('viewing')).toHaveLength(1)
    expect(await by('hide', { vid: series })).toEqual({})
    expect(await rows('viewing')).toEqual([])
    expect(await rows('viewed')).toMatchObject([{ vid: series, is_finished: 0 }])
    await by('hide', { vid: series, is_hidden: 0 })
    expect(await rows('viewing')).toMatchObject([{ vid: series, position_sec: 100 }])
    await by('hide', { vid: series })
    await watch(series, fileOf(series), 200)
    expect(await rows('viewing')).toMatchObject([{ vid: series, position_sec: 200 }])
    expect(await by('hide', { vid: 2_000_000_000 })).toEqual({ refused: 'title_not_found' })
  })
})

describe('the history', () => {
  const seen = async (raw: Record<string, unknown>) =>
    (await by('viewed', raw)) as unknown as {
      videos: { item: WatchedFilm[] }
      total: number
      last_page: number
      next: string
    }

  it('[ACC-15] is paged, newest first, each title once', async () => {
    for (const vid of vids) await watch(vid, fileOf(vid), 100)
    const pages = [await seen({ page: 1, limit: 12 }), await seen({ page: 3, limit: 12 })]
    expect(pages[0]).toMatchObject({ total: 32, last_page: 3 })
    expect(pages[0]?.videos.item[0]?.vid).toBe(vids.at(-1))
    expect(pages[1]?.videos.item).toHaveLength(8)
    expect(pages[1]?.next).toBe('')
    expect((await seen({ page: 99 })).videos.item).toEqual([])
  })

  it('[ACC-15] neither repeats nor skips when something is watched between two pages', async () => {
    const [again, ...rest] = vids.slice(2)
    for (const vid of vids.slice(2)) await watch(vid, fileOf(vid), 100)
    const first = await seen({ limit: 10 })
    await watch(again ?? 0, fileOf(again ?? 0), 200)
    const second = await seen({ limit: 10, after: first.next })
    const third = await seen({ limit: 10, after: second.next })
    const all = [first, second, third].flatMap((page) => page.videos.item.map(({ vid }) => vid))
    expect(all).toEqual(rest.toReversed())
    expect(third.next).toBe('')
    expect(await by('viewed', { after: '1;drop' })).toEqual({ invalid: ['after'] })
  })

  it('[ACC-15] deletes titles, or all, with their positions, and only the viewer’s own', async () => {
    for (const vid of [film, series, other]) {
      await watch(vid, fileOf(vid), 100)
      await watch(vid, fileOf(vid), 100, somebody)
    }
    await watch(series, fileOf(series, 1), 100)
    expect(await by('forget', { vids: `${series},${film},2000000000` })).toEqual({ removed: 2 })
    expect((await rows('viewed')).map(({ vid }) => vid)).toEqual([other])
    expect(await by('positions', { content_id: series })).toMatchObject({
      positions: { item: [] },
      next_vfid: fileOf(series),
    })
    expect(await by('forget', { all: 1 })).toEqual({ removed: 1 })
    expect(await by('forget', { all: 1 })).toEqual({ removed: 0 })
    expect(await rows('viewed', {}, somebody)).toHaveLength(3)
    for (const raw of [{}, { vids: '1', all: 1 }, { vids: '' }, { vids: 'x' }, { vids: '1,' }])
      expect(await by('forget', raw)).toEqual({ invalid: ['vids'] })
  })

  it('keeps only the newest positions of an account over the limit', async () => {
    for (const vid of vids.slice(2)) await watch(vid, fileOf(vid), 100)
    for (const vid of vids.slice(2, 7)) await watch(vid, fileOf(vid), 100, somebody)
    expect(await deleteOldPositions(db, { max: 10 })).toBeGreaterThanOrEqual(20)
    expect((await rows('viewed')).map(({ vid }) => vid)).toEqual(vids.slice(-10).toReversed())
    expect(await rows('viewed', {}, somebody)).toHaveLength(5)
  })
})

describe('what other modules are notified of', () => {
  it('what was watched and what was liked, a title once, newest first', async () => {
    await watch(series, fileOf(series), 100)
    await watch(film, fileOf(film), 100)
    await watch(series, fileOf(series, 1), 100)
    expect((await viewing.recentWatching(firstProfileOf(me))).map(({ vid }) => vid)).toEqual([series, film])
    await viewing.addFavourite(firstProfileOf(me), 'title', film)
    clock.advanceMs(1000)
    for (const [vid, rating] of [
      [film, 10],
      [series, 8],
      [other, 7],
    ] as const)
      await viewing.rate(firstProfileOf(me), vid, rating)
    const liked = await viewing.likedTitles(firstProfileOf(me))
    expect(liked.map(({ vid }) => vid).toSorted()).toEqual([film, series].toSorted())
  })

  it('every viewer’s history, account by account, each from the oldest to the newest', async () => {
    await watch(film, fileOf(film), 100)
    await watch(series, fileOf(series), 100, somebody)
    await watch(other, fileOf(other), 100)
    await watch(film, fileOf(film), 110)
    const all: (Watched & { readonly accountId: number })[] = []
    for await (const batch of viewing.everybodysWatching(db)) all.push(...batch)
    const own = all.filter(({ accountId }) => accountId === me)
    expect(own.map(({ vid }) => vid)).toEqual([other, film])
    expect(own.at(-1)?.atMs).toBe(clock.nowMs())
    const accounts = all.map(({ accountId }) => accountId)
    expect(accounts).toEqual(accounts.toSorted((a, b) => a - b))
    for await (const _ of viewing.everybodysWatching(db, AbortSignal.abort())) expect.unreachable()
  })

  it('nothing of a deleted account', async () => {
    await watch(film, fileOf(film), 100)
    await by('settingsSet', { vid: film, is_favorited: 1 })
    await by('settingsSave', { favorite_channel: cid })
    await by('ratingSet', { vid: other, rating: 5 })
    await sql`delete from account where account_id = ${me}`.execute(db)
    for (const table of ['watching', 'favourite_title', 'favourite_channel', 'title_rating']) {
      const { rows: left } = await sql`select 1 from ${sql.table(table)} where account_id = ${me}`.execute(db)
      expect(left).toEqual([])
    }
  })
})
