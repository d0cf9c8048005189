/** The home page as the site requests it, and as its editors preview it, on a real database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeRail } from '#contract/site/home.ts'
import { openCatalogue, publishCollections, publishTitles } from '#server/catalogue/catalogue.ts'
import { type RailFields, hideRail, listRails, orderRails, saveRail } from '#server/site/site.ts'
import { openTelevision, publishChannels } from '#server/television/television.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { homeEndpoints } from './home.ts'
import { type PreviewedHome, previewedHome } from './home-preview.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const nowMs = Date.UTC(2026, 10, 27, 9)
const clock = { nowMs: () => nowMs }
const who = { by: undefined, nowMs }
let endpoints: ReturnType<typeof homeEndpoints> = []
let home: PreviewedHome
let winter = 0

beforeAll(async () => {
  const film = (key: string) => ({ film: { assetId: `asset-${key}`, durationMs: 60_000 } })
  await publishTitles(
    db,
    [
      buildFilm('old', { ...film('old'), year: 1980 }),
      buildFilm('new', { ...film('new'), year: 2026, genres: [{ key: 'drama', ru: 'Драма', uz: 'Drama' }] }),
      buildFilm('kids', { ...film('kids'), isKids: true }),
    ],
    nowMs,
  )
  const collection = { description: { ru: '', uz: '' }, titleKeys: ['new', 'old'] }
  const ids = await publishCollections(db, [
    { ...collection, key: 'winter', place: 1, name: { ru: 'Зима', uz: 'Qish' } },
    { ...collection, key: 'empty', place: 2, name: { ru: 'Пусто', uz: 'Boʻsh' }, titleKeys: [] },
    { ...collection, key: 'summer', place: 3, name: { ru: 'Лето', uz: 'Yoz' } },
  ])
  winter = ids.get('winter') ?? 0
  await publishChannels(db, [buildChannel('Один'), buildChannel('Два', { categoryId: 2 })], nowMs)
  const catalogue = await openCatalogue(db, clock)
  const television = await openTelevision(db, clock)
  endpoints = homeEndpoints({ db, clock, catalogue, television })
  home = previewedHome({ db, catalogue, television })
})

async function add(kind: RailFields['kind'], own: Partial<RailFields> = {}): Promise<number> {
  const fields: RailFields = {
    ...{ kind, title: { ru: '', uz: '' }, shownFromMs: null, shownUntilMs: null, content: {} },
    ...{ platforms: ['web', 'phone', 'television'], languages: ['ru', 'uz'], audience: 'everybody' },
    ...own,
  }
  const saved = await saveRail(db, { id: null, version: 0, fields }, who)
  if (saved.kind !== 'changed') throw new Error(saved.kind)
  const shown = (await listRails(db)).map(({ id }) => id)
  await orderRails(db, { ids: [saved.id], shown }, who)
  return saved.id
}

async function rails(platform = 'web', language: 'ru' | 'uz' = 'ru'): Promise<readonly HomeRail[]> {
  return (await ask(endpoints, 'home.rails', { platform }, { language })) as never
}

async function preview(own: Partial<Parameters<PreviewedHome['preview']>[0]> = {}) {
  return home.preview({ platform: 'web', language: 'ru', audience: 'guests', nowMs, serviceId: 1, ...own })
}

describe('[FRONT-01] the home page', () => {
  it('has its rails in order, without those of films that there are none of', async () => {
    const kinds = (await rails()).map(({ kind }) => kind)
    expect(kinds.slice(0, 3)).toEqual(['continue', 'favourite_channels', 'live'])
    expect(kinds).toContain('kids')
    expect(kinds).not.toContain('uzbek')
    expect((await rails('television')).map(({ kind }) => kind)[0]).toBe('live')
  })

  it('says of a rail of the editor’s choice what the site requests, under its own name', async () => {
    await add('channel_category', { content: { category_id: 2 } })
    await add('collection', { content: { collection_id: winter } })
    await add('collection', { content: { collection_id: 999 } })
    const drama = { film_kind: 'films', genre_id: 1, year_from: 2025, rating: 7, order: '-added' } as const
    const films = await add('films', { content: drama })
    expect((await rails()).some(({ id }) => id === films)).toBe(false)
    const plain = { film_kind: 'films', genre_id: 1, year_from: 2025, order: '-added' } as const
    await add('films', { content: plain, title: { ru: '', uz: 'Yangi' } })
    const [first, second, third] = await rails()
    expect(first).toMatchObject({
      title: 'Yangi',
      href: '/movies?genre=1&year=2025,2026,2027&order=-added',
      films: { kind: 'films', genre_id: 1, year: '2025,2026,2027', order: '-added' },
    })
    expect(second).toMatchObject({ title: 'Зима', href: `/collections/${winter}`, collection_id: winter })
    expect(third).toMatchObject({ kind: 'channel_category', category_id: 2, href: '/tv?category=2' })
    expect((await rails('web', 'uz'))[1]?.title).toBe('Qish')
  })

  it('is previewed by the same rules, with what each rail begins with', async () => {
    const shown = await preview()
    const [films, collection, channels] = shown
    expect(films?.items.map(({ name }) => name)).toEqual(['Фильм new'])
    expect([collection?.title, collection?.items.map(({ name }) => name)]).toEqual([
      'Зима',
      ['Фильм new', 'Фильм old'],
    ])
    expect(channels?.items.map(({ name }) => name)).toEqual(['Два'])
    expect(collection?.items[0]?.image).toContain('/images/')
    // A collection with a rail of its own is not among the others.
    expect(shown.filter(({ kind }) => kind === 'collections').map(({ title }) => title)).toEqual(['Лето'])
    const personal = (all: typeof shown) => all.filter(({ isPersonal }) => isPersonal).map(({ kind }) => kind)
    // What of the archive may be watched depends on the tariff.
    expect(personal(shown)).toEqual(['broadcast_titles'])
    expect(personal(await preview({ audience: 'subscribers' }))).toEqual([
      'continue',
      'favourite_channels',
      'interesting',
      'broadcast_titles',
    ])
  })

  it('is previewed at a moment to come', async () => {
    const id = await add('kids', { title: { ru: 'Каникулы', uz: 'Taʼtil' }, shownFromMs: nowMs + 1000 })
    expect((await preview())[0]?.id).not.toBe(id)
    expect((await preview({ nowMs: nowMs + 1000 }))[0]).toMatchObject({ id, title: 'Каникулы' })
    await hideRail(db, id, true, who)
    expect((await preview({ nowMs: nowMs + 1000 }))[0]?.id).not.toBe(id)
  })
})
