import { noBroadcasts } from '#tests/kit/modules/no-broadcast-titles.ts'
import type { AssetDescription } from '#media/media.ts'
import { filmEndpoints } from '#server/api/films/films.ts'
import { nobodysViewing } from '#tests/kit/modules/nobodys-viewing.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countries } from '#contract/form/countries.ts'
import type { FilmCard, FilmDetail, Person } from '#contract/films/films.ts'
import { yearChoices } from '#contract/films/year-filter.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import {
  type LiveCatalogue,
  type PublishedTitle,
  listedProviders,
  openCatalogue,
  publishCollections,
  publishProviders,
  publishTitles,
} from './catalogue.ts'

const nowMs = Date.UTC(2026, 0, 15)

function words(ru: string, uz: string) {
  return { ru, uz }
}

const drama = { key: 'drama', ru: 'Драма', uz: 'Drama' }
const comedy = { key: 'comedy', ru: 'Комедия', uz: 'Komediya' }
const western = { key: 'western', ru: 'Вестерн', uz: 'Vestern' }

function made(key: string, more: Partial<PublishedTitle> = {}): PublishedTitle {
  return buildFilm(key, {
    name: { ru: `Фильм ${key}`, uz: `Film ${key}`, original: `Original ${key}` },
    description: words('Описание', 'Tavsif'),
    genres: [drama],
    ageRating: '12+',
    ratingKp: 7.1,
    popularity: 10,
    ...more,
  })
}

function actor(personKey: string, role: string) {
  return {
    personKey,
    name: { ru: 'Азиз Каримов', uz: 'Aziz Karimov', original: '' },
    kind: 'actor' as const,
    role: words(role, role),
  }
}

const film = made('one', {
  name: { ru: 'Ёлка в горах', uz: 'Togʻdagi archa', original: 'The Fir' },
  year: 2024,
  popularity: 50,
  countries: ['UZ', 'FR'],
  genres: [drama, comedy],
  credits: [
    { ...actor('p1', 'Отец'), photo: 'aaaa', about: words('Родился в Бухаре', '') },
    { ...actor('p2', ''), name: { ru: 'Нора', uz: 'Nora', original: '' }, kind: 'director' },
  ],
  ratingKp: 8.4,
  ratingImdb: 7.9,
  premier: true,
  exclusive: true,
  poster: 'abcdef',
  film: { assetId: 'ready-asset', durationMs: 60_000 },
  trailer: { assetId: 'unready', durationMs: 20_400 },
})
const series = made('two', {
  isSeries: true,
  categoryId: 255,
  year: 2015,
  popularity: 40,
  newEpisodes: true,
  freeMovie: true,
  countries: ['UZ', 'NO'],
  seasons: [
    {
      number: 1,
      name: words('', ''),
      episodes: [1, 2].map((number) => ({
        number,
        name: number === 1 ? words('Начало', 'Boshi') : words('', ''),
        description: words('', ''),
        still: null,
        file: { assetId: number === 1 ? 'ready-asset' : 'unready', durationMs: 30_000 },
      })),
    },
  ],
})
const others = Array.from({ length: 30 }, (_, index) =>
  made(`kid-${index}`, {
    isKids: true,
    categoryId: 3,
    year: 1950 + index,
    ratingKp: null,
    genres: [western],
    providerId: 3,
    popularity: index,
  }),
)

const readyAsset = { durationMs: 65_000 } as AssetDescription

describe('the catalogue on a real database', () => {
  let database: TestDatabase
  let catalogue: LiveCatalogue
  let calls: readonly BoundEndpoint[]
  const cards = async (raw: Record<string, unknown>, language: 'ru' | 'uz' = 'ru') => {
    const result = await ask(calls, 'films.publicList', raw, { language })
    return result as unknown as { videos: { item: FilmCard[] }; total: number; last_page: number }
  }
  const names = async (raw: Record<string, unknown>) =>
    (await cards(raw)).videos.item.map((card) => card.original_name.replace('Original ', ''))

  beforeAll(async () => {
    database = await createTestDatabase()
    await publishProviders(database.db, [
      { id: 1, name: 'Ekran' },
      { id: 7, name: 'Studio' },
    ])
    await publishTitles(database.db, [film, series, ...others], nowMs)
    await publishCollections(database.db, [
      {
        key: 'c1',
        place: 1,
        name: words('Лучшее', 'Eng zoʻri'),
        description: words('', ''),
        titleKeys: ['two', 'not-there', 'one'],
      },
    ])
    catalogue = await openCatalogue(database.db)
    calls = filmEndpoints({
      ...noBroadcasts,
      catalogue,
      clock: manualClock(nowMs),
      engine: { describeAsset: (assetId) => (assetId === 'ready-asset' ? readyAsset : undefined) },
      entitlement: {
        channelAccess: async () => () => false,
        titleAccess: async (viewer, title) =>
          viewer === undefined && !title.freeMovie
            ? { state: 'login', price: null }
            : { state: 'watch', price: null },
      },
      viewing: nobodysViewing,
    })
  })
  afterAll(() => database.drop())

  it('[CAT-08] describes a person and lists that person’s titles', async () => {
    const aid = catalogue.now().title(catalogue.now().titleByKey('one')?.vid ?? 0)?.credits[0]?.personId ?? 0
    const { actor: person } = (await ask(calls, 'films.actor', { aid })) as unknown as { actor: Person }
    expect(person).toMatchObject({
      name: 'Азиз Каримов',
      about: 'Родился в Бухаре',
      photo: `/images/person/${aid}/aaaa/480.webp`,
    })
    const result = await cards({ person: aid })
    expect(result.total).toBe(person.title_count)
    expect(person.roles[0]).toEqual({ kind: 'actor', titles: result.total })
    expect(result.videos.item[0]?.name).toBe('Ёлка в горах')
    expect((await cards({ person: aid, kind: 'kids' })).total).toBe(0)
    expect((await cards({ person: 2_000_000_000 })).total).toBe(0)
    expect(await ask(calls, 'films.actor', { aid: 2_000_000_000 })).toEqual({ refused: 'person_not_found' })
  })

  it('[CAT-12] [CAT-09] shows every client the whole catalogue, with pictures, names and badges', async () => {
    const all = await cards({ limit: 100 })
    expect(all.total).toBe(32)
    expect(all.videos.item).toHaveLength(32)
    expect(all.videos.item[0]).toMatchObject({
      name: 'Ёлка в горах',
      original_name: 'The Fir',
      thumbnail_small: expect.stringMatching(/^\/images\/poster\/\d+\/abcdef\/240\.webp$/),
      has_subscription: 1,
      free_movie: 0,
      premier: 1,
      exclusive: 1,
      new_episodes: 0,
      genres: ['Драма', 'Комедия'],
      countries: ['Узбекистан', 'Франция'],
    })
    expect(all.videos.item[1]).toMatchObject({ free_movie: 1, new_episodes: 1, has_subscription: 0 })
  })

  it('[CAT-01] filters by every field and returns the total', async () => {
    expect(await names({ kind: 'serials' })).toEqual(['two'])
    expect((await cards({ kind: 'kids' })).total).toBe(30)
    expect((await cards({ kind: 'films' })).total).toBe(31)
    expect(await names({ kind: 'uzbek' })).toEqual(['two'])
    expect(await names({ category: '255' })).toEqual(['two'])
    expect((await cards({ video_provider: '3' })).total).toBe(30)
    expect(await names({ country: 'FR' })).toEqual(['The Fir'])
    expect(await names({ year: '2015,2014,2013' })).toEqual(['two'])
    expect(await names({ rating: 8 })).toEqual(['The Fir'])
    expect((await cards({ rating: 0 })).total).toBe(32)
    expect(await names({ query: 'ЕЛКА' })).toEqual(['The Fir'])
    expect(await names({ query: "tog'dagi" })).toEqual(['The Fir'])
    expect((await cards({ genre_id: 999 })).total).toBe(0)
    const genres = (await ask(calls, 'site.genres')) as unknown as { id: number; name: string }[]
    const westernId = genres.find((genre) => genre.name === 'Вестерн')?.id
    expect((await cards({ genre_id: westernId, year: '1979' })).total).toBe(1)
  })

  it('[CAT-01] gives pages without a gap or a duplicate, in every order', async () => {
    for (const order of ['-popularity', '-year', '-rating', 'name', '-added']) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => names({ order, page, limit: 10 })))
      expect(new Set(pages.flat()).size).toBe(32)
      expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 2])
    }
    expect((await names({ order: '-year' }))[0]).toBe('The Fir')
    expect((await names({ order: 'name' }))[0]).toBe('The Fir')
    expect(await names({ trend: 1, order: 'name', limit: 3 })).toEqual(['The Fir', 'two', 'kid-29'])
    expect((await cards({ limit: 10 })).last_page).toBe(4)
  })

  it('[CAT-05] refuses invalid filters, naming the field', async () => {
    expect(await ask(calls, 'films.publicList', { year: 'abc' })).toEqual({ invalid: ['year'] })
    expect(await ask(calls, 'films.publicList', { country: 'Uzbekistan' })).toEqual({ invalid: ['country'] })
  })

  it('[CAT-02] offers each year to 2016, five-year ranges to 1980, and everything before', async () => {
    const choices = yearChoices(2026)
    expect(choices.slice(0, 11).map(({ id }) => id)).toEqual(
      Array.from({ length: 11 }, (_, index) => String(2026 - index)),
    )
    expect(choices[11]?.id).toBe('2015,2014,2013,2012,2011')
    expect(choices.at(-1)).toMatchObject({ ru: 'До 1980', from: 1920, to: 1979 })
    const all = choices.flatMap(({ id }) => id.split(',').map(Number))
    expect(all).toEqual(Array.from({ length: 2026 - 1919 }, (_, index) => 2026 - index))
    for (const { id } of choices)
      expect(await ask(calls, 'films.publicList', { year: id })).toHaveProperty('total')
  })

  it('[CAT-03] [I18N-04] has 21 countries in both languages and genres sorted by name in each', async () => {
    expect(countries).toHaveLength(21)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(21)
    expect(countries.every(({ ru, uz }) => /^[А-Яа-яЁё ]+$/.test(ru) && /^[A-Za-zʻʼ ]+$/.test(uz))).toBe(true)
    const genres = async (language: 'ru' | 'uz') =>
      ((await ask(calls, 'site.genres', {}, { language })) as unknown as { name: string }[]).map(
        ({ name }) => name,
      )
    expect(await genres('ru')).toEqual(['Вестерн', 'Драма', 'Комедия'])
    expect(await genres('uz')).toEqual(['Drama', 'Komediya', 'Vestern'])
  })

  it('[CAT-04] lists providers by id and name with the extra one of id 3 last', () => {
    expect(listedProviders(catalogue.now().content).map(({ id }) => id)).toEqual([1, 7, 3])
  })

  it('[FILM-01] describes a film: people, both ratings, files and which are ready', async () => {
    const vid = catalogue.now().titleByKey('one')?.vid
    const { video } = (await ask(calls, 'films.publicDetail', { vid }, { language: 'uz' })) as {
      video: FilmDetail
    }
    expect(video).toMatchObject({
      name: 'Togʻdagi archa',
      year: 2024,
      director: 'Nora',
      rating_kp: 8.4,
      rating_imdb: 7.9,
      provider_name: 'Ekran',
      countries: ['Oʻzbekiston', 'Fransiya'],
      description: 'Tavsif',
      access: { state: 'login', price: null },
      actors: [{ name: 'Aziz Karimov', role: 'Отец', photo: expect.stringContaining('/aaaa/') }],
    })
    expect(video.files).toEqual([
      { vfid: expect.any(Number), kind: 'film', duration_sec: 65, is_ready: 1 },
      { vfid: expect.any(Number), kind: 'trailer', duration_sec: 20, is_ready: 0 },
    ])
    const viewer = { accountId: 1, sessionId: 's' }
    const own = (await ask(calls, 'films.detail', { vid }, { viewer })) as { video: FilmDetail }
    expect(own.video.access.state).toBe('watch')
    expect(await ask(calls, 'films.publicDetail', { vid: 999_999 })).toEqual({ refused: 'title_not_found' })
  })

  it('[FILM-04] lists the seasons and episodes of a series, named in the language', async () => {
    const vid = catalogue.now().titleByKey('two')?.vid
    const { video } = (await ask(calls, 'films.publicDetail', { vid })) as { video: FilmDetail }
    expect(video.countries).toEqual(['Узбекистан', 'Норвегия'])
    expect(video.seasons).toEqual([
      { season_id: expect.any(Number), number: 1, name: 'Сезон 1', episode_count: 2 },
    ])
    const { episodes } = (await ask(
      calls,
      'films.episodes',
      { season_id: video.seasons[0]?.season_id },
      { language: 'uz' },
    )) as { episodes: { item: { name: string; is_ready: number }[] } }
    expect(episodes.item.map(({ name, is_ready }) => [name, is_ready])).toEqual([
      ['Boshi', 1],
      ['2-qism', 0],
    ])
    expect(await ask(calls, 'films.episodes', { season_id: 424_242 })).toEqual({ refused: 'title_not_found' })
  })

  it('[CAT-08] lists collections in their own order, all and one by one', async () => {
    const [first] = (await ask(calls, 'site.collections', { limit: 1 })) as unknown as {
      id: number
      items: FilmCard[]
    }[]
    expect(first?.items.map((card) => card.original_name)).toEqual(['Original two'])
    const one = (await ask(calls, 'site.collection', { id: first?.id })) as unknown as { items: FilmCard[] }
    expect(one.items.map((card) => card.original_name)).toEqual(['Original two', 'The Fir'])
    expect(await names({ collection: first?.id })).toEqual(['The Fir', 'two'])
    expect(await ask(calls, 'site.collection', { id: 4242 })).toEqual({ refused: 'not_found' })
  })

  it('[OPS-01] writes only what changed, and keeps every id', async () => {
    const again = await publishTitles(database.db, [film, series], nowMs)
    expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
    const before = catalogue.now().titleByKey('two')
    const renamed = { ...series, name: { ...series.name, ru: 'Новое имя' } }
    expect(await publishTitles(database.db, [film, renamed], nowMs)).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'changed', vid: before?.vid },
    ])
    await catalogue.reload()
    const after = catalogue.now().titleByKey('two')
    expect(after?.name.ru).toBe('Новое имя')
    expect(after?.seasons).toEqual(before?.seasons)
  })

  it('publishes all of a batch or nothing', async () => {
    const batch = [made('fresh'), made('broken', { year: 1 })]
    await expect(publishTitles(database.db, batch, nowMs)).rejects.toThrow(/title_year_check/)
    await expect(publishTitles(database.db, [made('lost', { categoryId: 99 })], nowMs)).rejects.toThrow(
      /no film category 99/,
    )
    await catalogue.reload()
    expect(catalogue.now().titleByKey('fresh')).toBeUndefined()
  })
})
