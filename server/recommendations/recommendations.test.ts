/** Learning and recommending on a real database with a real catalogue. */
import type { AssetDescription } from '#media/media.ts'
import { recommendationEndpoints } from '#server/api/recommendations/recommendations.ts'
import { viewingEndpoints } from '#server/api/viewing/viewing.ts'
import type { TariffRecord } from '#server/billing/billing.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InterestingRow } from '#contract/films/recommendations.ts'
import {
  type PublishedTitle,
  openCatalogue,
  publishProviders,
  publishTitles,
} from '#server/catalogue/catalogue.ts'
import { openTelevision } from '#server/television/television.ts'
import { openViewing } from '#server/viewing/viewing.ts'
import { accountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { learnTaste } from './learn.ts'
import { openRecommendations } from './recommendations.ts'
import { readTaste, writeTaste } from './taste-store.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { firstProfileOf } from '#server/platform/primitives/viewer.ts'

const genres = {
  drama: { key: 'drama', ru: 'Драма', uz: 'Drama' },
  comedy: { key: 'comedy', ru: 'Комедия', uz: 'Komediya' },
}

function film(key: string, more: Partial<PublishedTitle> = {}): PublishedTitle {
  return buildFilm(key, { film: { assetId: key, durationMs: 1_000_000 }, ...more })
}

function twelve(kind: string, more: Partial<PublishedTitle>) {
  return Array.from({ length: 12 }, (_, at) => film(`${kind}${at}`, more))
}

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())
const people = accountsFixture(db)
const { clock } = people
await publishProviders(db, [{ id: 9, name: 'Чужой' }])
await publishTitles(
  db,
  [
    ...twelve('drama', { genres: [genres.drama], popularity: 5 }),
    ...twelve('comedy', { genres: [genres.comedy], popularity: 5 }),
    ...twelve('child', { genres: [genres.comedy], isKids: true, popularity: 9 }),
    // Very popular, but not available: no tariff opens it, and it is not ready.
    film('foreign', { genres: [genres.drama], providerId: 9, popularity: 99 }),
    film('unready', { genres: [genres.drama], popularity: 99 }),
    film('free', { genres: [genres.drama], providerId: 9, freeMovie: true, popularity: 50 }),
  ],
  clock.nowMs(),
)
const catalogue = await openCatalogue(db, clock)
const television = await openTelevision(db, clock)

function isPlayable(assetId: string) {
  return assetId !== 'unready'
}

const viewing = openViewing({
  db,
  clock,
  catalogue,
  television,
  assetOf: (assetId) => (isPlayable(assetId) ? { durationMs: 1_000_000 } : undefined),
})
const recommendations = openRecommendations(db)
const packaged = { durationMs: 1_000_000 } as AssetDescription
const calls = [
  ...viewingEndpoints({ viewing, catalogue, television }),
  ...recommendationEndpoints({
    catalogue,
    viewing,
    recommendations: recommendations,
    engine: { describeAsset: (assetId) => (isPlayable(assetId) ? packaged : undefined) },
    billing: { tariffs: async () => new Map([[1, { providerIds: [1] } as unknown as TariffRecord]]) },
  }),
]

function vidOf(key: string) {
  return catalogue.now().titleByKey(key)?.vid ?? 0
}

function fileOf(key: string) {
  return catalogue.now().titleByKey(key)?.files[0]?.vfid ?? 0
}

function keyOf(vid: number) {
  return catalogue.now().title(vid)?.key ?? ''
}

const minutesIn = 11

async function watch(accountId: number, ...keys: string[]): Promise<void> {
  for (const key of keys) await watchFor(accountId, key, minutesIn)
}

async function watchFor(accountId: number, key: string, minutes: number): Promise<void> {
  clock.advanceMs(60_000)
  const profile = firstProfileOf(accountId)
  expect(await viewing.savePosition(profile, vidOf(key), fileOf(key), minutes * 60)).toBe(true)
}

async function newViewer() {
  return (await people.addAccount()).accountId
}

async function rowsFor(accountId: number | undefined, raw: Record<string, unknown> = {}) {
  const viewer = accountId === undefined ? {} : { viewer: { accountId, sessionId: 's' } }
  const answered = await ask(calls, 'recommendations.interesting', raw, viewer)
  return (answered as unknown as { rows: { item: InterestingRow[] } }).rows.item.map(
    ({ reason, videos }) => ({
      ...reason,
      keys: videos.item.map(({ vid }) => keyOf(vid)),
    }),
  )
}

async function learn() {
  const learnt = await learnTaste({ db, clock, viewing })
  await recommendations.reload()
  return learnt
}

describe('[HOME-01] in a new installation without history', () => {
  it('a guest and a new viewer get popular available titles of the catalogue, not for children', async () => {
    for (const who of [undefined, await newViewer()]) {
      const [row, ...others] = await rowsFor(who, { limit: 5 })
      expect(others).toEqual([])
      expect(row).toMatchObject({ kind: 'popular', vid: 0, name: '' })
      expect(row?.keys).toHaveLength(5)
      expect(row?.keys[0]).toBe('free')
      expect(row?.keys.some((key) => /child|foreign|unready/.test(key))).toBe(false)
    }
  })

  it('one watched film is enough for a row of similar films, with its name in the client’s language', async () => {
    const me = await newViewer()
    await watch(me, 'comedy3')
    const [row] = await rowsFor(me)
    expect(row).toMatchObject({ kind: 'watched', vid: vidOf('comedy3'), name: 'Фильм comedy3' })
    expect(row?.keys.every((key) => key.startsWith('comedy') && key !== 'comedy3')).toBe(true)
    const uzbek = await rowsFor(me, { lang: 'uz' })
    expect(uzbek[0]?.keys).toEqual(row?.keys)
  })

  it('a film that was left after a minute is no reason for a row', async () => {
    const me = await newViewer()
    await watchFor(me, 'comedy3', 1)
    expect((await rowsFor(me)).map(({ kind }) => kind)).toEqual(['popular'])
    await watchFor(me, 'comedy3', minutesIn)
    expect((await rowsFor(me))[0]).toMatchObject({ kind: 'watched', vid: vidOf('comedy3') })
  })

  it('a children’s film gives only children’s films, and a favourite is a reason too', async () => {
    const me = await newViewer()
    await watch(me, 'child1')
    clock.advanceMs(60_000)
    await viewing.addFavourite(firstProfileOf(me), 'title', vidOf('drama1'))
    const rows = await rowsFor(me)
    expect(rows.map(({ kind, vid }) => [kind, keyOf(vid)])).toEqual([
      ['liked', 'drama1'],
      ['watched', 'child1'],
    ])
    expect(rows[0]?.keys.some((key) => key.startsWith('child') || key === 'drama1')).toBe(false)
    expect(rows[1]?.keys.every((key) => key.startsWith('child'))).toBe(true)
  })
})

describe('[HOME-01] with other viewers’ history', () => {
  beforeAll(async () => {
    // Against all genres: viewers of the first drama also watch the last comedies.
    for (let one = 0; one < 30; one += 1)
      await watch(await newViewer(), 'drama0', 'comedy8', 'comedy9', 'comedy10', 'comedy11')
    expect(await learn()).toMatchObject({ isNew: true })
  })

  it('their watched titles come before similar ones, and a watched title leaves the row at once', async () => {
    const me = await newViewer()
    await watch(me, 'drama0')
    const [row] = await rowsFor(me, { limit: 6 })
    expect(row?.keys.slice(0, 4).toSorted()).toEqual(['comedy10', 'comedy11', 'comedy8', 'comedy9'])
    await watch(me, 'comedy9')
    for (const { keys } of await rowsFor(me)) expect(keys).not.toContain('comedy9')
    await viewing.addFavourite(firstProfileOf(me), 'title', vidOf('comedy8'))
    for (const { keys } of await rowsFor(me)) expect(keys).not.toContain('comedy8')
  })

  it('a guest gets what most viewers watch now, and no longer after two weeks', async () => {
    const [now] = await rowsFor(undefined, { limit: 5 })
    expect(now?.keys.toSorted()).toEqual(['comedy10', 'comedy11', 'comedy8', 'comedy9', 'drama0'])
    clock.advanceMs(15 * 86_400_000)
    await learn()
    expect((await rowsFor(undefined, { limit: 5 }))[0]?.keys[0]).toBe('free')
  })

  it('repeated learning of the same data writes nothing; deleted titles are removed from it', async () => {
    await learn()
    expect(await learn()).toMatchObject({ isNew: false })
    const before = await readTaste(db)
    expect(before.near(vidOf('drama0')).length).toBeGreaterThan(3)
    await sql`delete from watching`.execute(db)
    expect(await learn()).toMatchObject({ titles: 0, isNew: true })
    expect((await readTaste(db)).size).toBe(0)
  })

  it('of two concurrent trainings one result is stored completely', async () => {
    const of = (weight: number) =>
      ['drama0', 'drama1', 'drama2'].map((key) => ({
        vid: vidOf(key),
        watchers: weight,
        recentWatchers: 0,
        nearVids: [vidOf('comedy0')],
        nearWeights: [weight],
      }))
    await Promise.all([1, 2, 3, 4].map((weight) => writeTaste(db, of(weight))))
    const taste = await readTaste(db)
    const weights = ['drama0', 'drama1', 'drama2'].map((key) => taste.near(vidOf(key))[0]?.[1])
    expect(new Set(weights).size).toBe(1)
  })

  it('a removed title is not written, and learning stops when aborted', async () => {
    const gone = { vid: 2_000_000_000, watchers: 1, recentWatchers: 1, nearVids: [], nearWeights: [] }
    await writeTaste(db, [gone])
    expect((await readTaste(db)).size).toBe(0)
    expect(await learnTaste({ db, clock, viewing }, AbortSignal.abort())).toBeUndefined()
  })
})
