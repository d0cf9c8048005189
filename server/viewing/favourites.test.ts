/** Favourites and ratings on a real database, also with many concurrent requests. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { viewingFixture } from '#tests/kit/modules/viewing-module.ts'
import { addFavourite } from './favourites.ts'
import { maxFavourites } from './rules.ts'
import { firstProfileOf } from '#server/platform/primitives/viewer.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
const fixture = await viewingFixture(db)
const { viewing, clock, vids, film, series, other, cid } = fixture

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

describe('favourites', () => {
  it('[ACC-15] titles belong to the viewer, the last added first, and keep their order', async () => {
    for (const vid of [film, other, series]) {
      clock.advanceMs(1000)
      expect(await by('settingsSet', { vid, is_favorited: 1 })).toEqual({ is_favorited: 1 })
    }
    clock.advanceMs(1000)
    await by('settingsSet', { vid: film, is_favorited: 1 })
    expect(await viewing.favouriteVids(firstProfileOf(me))).toEqual([series, other, film])
    expect(await viewing.favouriteVids(firstProfileOf(somebody))).toEqual([])
    expect(await by('settingsSet', { vid: other, is_favorited: 0 })).toEqual({ is_favorited: 0 })
    expect(await viewing.isFavouriteTitle(firstProfileOf(me), film)).toBe(true)
    expect(await viewing.isFavouriteTitle(firstProfileOf(me), other)).toBe(false)
    expect(await by('settingsSet', { vid: 2_000_000_000, is_favorited: 1 })).toEqual({
      refused: 'title_not_found',
    })
  })

  it('[TV-05] channels are added and removed, each exactly once', async () => {
    expect(await by('settingsSave', { favorite_channel: cid })).toEqual({ favorite_channels: [cid] })
    expect(await by('settingsSave', { favorite_channel: cid })).toEqual({ favorite_channels: [cid] })
    expect(await viewing.favouriteChannels(firstProfileOf(somebody))).toEqual([])
    expect(await by('settingsSave', { unfavorite_channel: cid })).toEqual({ favorite_channels: [] })
    expect(await by('settingsSave', { favorite_channel: 2_000_000_000 })).toEqual({
      refused: 'channel_not_found',
    })
    for (const raw of [{}, { favorite_channel: cid, unfavorite_channel: cid }])
      expect(await by('settingsSave', raw)).toEqual({ invalid: ['favorite_channel'] })
  })

  it('added by twenty concurrent requests are one row', async () => {
    const added = Array.from({ length: 20 }, () => by('settingsSet', { vid: film, is_favorited: 1 }))
    expect(await Promise.all(added)).toEqual(added.map(() => ({ is_favorited: 1 })))
    expect(await viewing.favouriteVids(firstProfileOf(me))).toEqual([film])
  })

  it('added by hundreds of concurrent requests leave database connections for others', async () => {
    let max = 0
    const count = () => (max = Math.max(max, database.pool.totalCount - database.pool.idleCount))
    database.pool.on('acquire', count)
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        viewing.addFavourite(firstProfileOf(me), 'title', vids[index % 5] ?? film),
      ),
    )
    database.pool.off('acquire', count)
    expect(max).toBe(1)
    expect(await viewing.favouriteVids(firstProfileOf(me))).toHaveLength(5)
  })

  it('are at most a thousand, also with concurrent requests', async () => {
    await sql`insert into title (key, content_hash, is_series, category_id, provider_id, name_ru, name_uz, year)
      select 'many-' || n, '', false, 1, 1, 'n', 'n', 2000 from generate_series(1, ${maxFavourites}) n
      on conflict do nothing`.execute(db)
    await sql`insert into favourite_title (account_id, title_id, added_at)
      select ${me}, id, now() from title where key like 'many-%' limit ${maxFavourites - 1}`.execute(db)
    const added = await Promise.all(
      vids
        .slice(0, 6)
        .map((id) => addFavourite(db, 'title', { key: firstProfileOf(me), id, nowMs: clock.nowMs() })),
    )
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await viewing.favouriteVids(firstProfileOf(me))).toHaveLength(maxFavourites)
    const refused = vids.find((_, index) => added[index] === false)
    expect(await by('settingsSet', { vid: refused, is_favorited: 1 })).toEqual({ refused: 'favourites_full' })
  })
})

describe('ratings', () => {
  it('[FILM-03] one per viewer, which can be changed and removed; an average from five ratings on', async () => {
    expect(await by('rating', { vid: film })).toEqual({ rating: 0, average: null, count: 0 })
    await by('ratingSet', { vid: film, rating: 3 })
    expect(await by('ratingSet', { vid: film, rating: 9 })).toEqual({ rating: 9, average: null, count: 1 })
    for (const rating of [7, 8, 8, 10]) {
      await by('ratingSet', { vid: film, rating }, await fixture.newViewer())
    }
    expect(await by('rating', { vid: film })).toEqual({ rating: 9, average: 8.4, count: 5 })
    expect(await fixture.by(undefined, 'rating', { vid: film })).toEqual({
      rating: 0,
      average: 8.4,
      count: 5,
    })
    expect(await by('ratingSet', { vid: film, rating: 0 })).toEqual({ rating: 0, average: null, count: 4 })
    for (const rating of [-1, 11, 7.5, 'x'])
      expect(await by('ratingSet', { vid: film, rating })).toEqual({ invalid: ['rating'] })
    expect(await by('ratingSet', { vid: 2_000_000_000, rating: 1 })).toEqual({ refused: 'title_not_found' })
  })

  it('sent by twenty concurrent requests are one row', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => by('ratingSet', { vid: other, rating: 1 + (index % 10) })),
    )
    const { rows: stored } = await sql`select 1 from title_rating where account_id = ${me}`.execute(db)
    expect(stored).toHaveLength(1)
  })
})
