import { searchEndpoints } from '#server/api/search/search.ts'
import { noBroadcastTitles } from '#tests/kit/modules/no-broadcast-titles.ts'
import { nobodysViewing } from '#tests/kit/modules/nobodys-viewing.ts'
import { Taste } from '#server/recommendations/recommendations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import type { search as contract } from '#contract/search/search.ts'
import {
  type LiveCatalogue,
  type PublishedCredit,
  type PublishedTitle,
  openCatalogue,
  publishCollections,
  publishTitles,
  setPartWindows,
} from '#server/catalogue/catalogue.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { silentLog } from '#server/platform/log/log.ts'
import {
  type LiveTelevision,
  type PublishedChannel,
  type RawProgramme,
  openTelevision,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { ask, type TestCaller } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { buildChannel } from '#tests/kit/builders/channel.ts'
import { openSearch, type Search } from './search.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = Date.UTC(2026, 0, 15, 12)
const clock = manualClock(nowMs)
const viewer = { accountId: 5, sessionId: 's' }

function words(ru: string, uz: string) {
  return { ru, uz }
}

function credit(key: string, ru: string, uz: string, kind: PublishedCredit['kind']): PublishedCredit {
  return {
    personKey: key,
    name: { ru, uz, original: '' },
    kind,
    role: words('', ''),
    about: words(`${ru} снимается с детства`, ''),
  }
}

const ulmas = credit('ulmas', 'Ульмас Алиходжаев', 'Oʻlmas Alixoʻjayev', 'actor')
const nora = credit('nora', 'Нора Азимова', 'Nora Azimova', 'director')
const drama = { key: 'drama', ru: 'Драма', uz: 'Drama' }
const comedy = { key: 'comedy', ru: 'Комедия', uz: 'Komediya' }
const cartoon = { key: 'cartoon', ru: 'Мультфильм', uz: 'Multfilm' }

function made(ru: string, uz: string, more: Partial<PublishedTitle> = {}): PublishedTitle {
  return buildFilm(ru, {
    name: { ru, uz, original: '' },
    genres: [drama],
    ageRating: '12+',
    popularity: 10,
    ...more,
  })
}

function file(assetId: string) {
  return { assetId, durationMs: 60_000 }
}

const titles = [
  made('Шайтанат', 'Shaytanat', { credits: [ulmas, nora], popularity: 90 }),
  made('Тихий берег', 'Sokin sohil', { credits: [nora], year: 2021, popularity: 30 }),
  made('Смех до слёз', 'Kulgi', { credits: [ulmas], genres: [comedy], countries: ['RU'], year: 1998 }),
  made('Белый аист', 'Oq laylak', { genres: [drama], popularity: 70 }),
  made('Зайчонок', 'Quyoncha', { isKids: true, genres: [cartoon] }),
  made('Зайчонок летит', 'Quyoncha uchadi', { isKids: true, genres: [cartoon], popularity: 5 }),
  made('Волк', 'Boʻri', { genres: [cartoon], popularity: 99 }),
  made('Караван', 'Karvon', {
    isSeries: true,
    categoryId: 2,
    seasons: [
      {
        number: 2,
        name: words('', ''),
        episodes: [
          {
            number: 7,
            name: words('Ночь у колодца', 'Quduq yonidagi tun'),
            description: words('', ''),
            still: null,
            file: file('e7'),
          },
          {
            number: 8,
            name: words('', ''),
            description: words('', ''),
            still: null,
            file: file('e8'),
          },
        ],
      },
    ],
  }),
]

function channel(ru: string, uz: string, more: Partial<PublishedChannel> = {}): PublishedChannel {
  return buildChannel(ru, { name: words(ru, uz), ...more })
}

function programme(ru: string, uz: string, beginMs: number): RawProgramme {
  return {
    beginMs,
    endMs: beginMs + hourMs,
    title: words(ru, uz),
    description: words('', ''),
    genreCode: null,
    ageRating: '6+',
    assetId: null,
  }
}

type Answer = ResponseOf<typeof contract.all>
type Related = ResponseOf<typeof contract.related>

const database = await createTestDatabase()
let catalogue: LiveCatalogue
let television: LiveTelevision
let search: Search
let calls: readonly BoundEndpoint[]
let cids: readonly number[]
let built = 0

async function find(
  query: string,
  more: Partial<InputOf<typeof contract.all>> = {},
  caller: TestCaller = {},
) {
  return (await ask(calls, 'search.all', { query, ...more }, caller)) as unknown as Answer
}

async function related(raw: Record<string, unknown>) {
  return (await ask(calls, 'search.related', raw)) as unknown as Related
}

function vidOf(name: string) {
  return catalogue.now().content.titles.find((title) => title.name.ru === name)?.vid ?? 0
}

function names(list: readonly { readonly name: string }[]) {
  return list.map(({ name }) => name)
}

beforeAll(async () => {
  const { db } = database
  await publishTitles(db, titles, nowMs)
  const outcome = await publishChannels(
    db,
    [channel('Севимли', 'Sevimli', { worldPlace: 1 }), channel('Ойна', 'Oyna'), channel('Тайный', 'Maxfiy')],
    nowMs,
  )
  cids = outcome.map(({ cid }) => cid)
  const [open = 0, other = 0, hidden = 0] = cids
  await publishGuide(
    db,
    new Map([
      [
        open,
        [
          programme('Вечерние новости', 'Kechki yangiliklar', nowMs - 2 * dayMs),
          programme('Утренний чай', 'Tonggi choy', nowMs - dayMs),
          programme('Старый сад', 'Eski bogʻ', nowMs - 6 * dayMs),
          programme('Большая игра', 'Katta oʻyin', nowMs - hourMs / 2),
          programme('Вечерние новости', 'Kechki yangiliklar', nowMs + dayMs),
        ],
      ],
      [other, [programme('Вечерние новости', 'Kechki yangiliklar', nowMs + 2 * hourMs)]],
      [hidden, [programme('Закрытый показ', 'Yopiq namoyish', nowMs + hourMs)]],
    ]),
  )
  catalogue = await openCatalogue(db)
  television = await openTelevision(db, clock)
  search = openSearch({ catalogue, television, log: silentLog, onBuilt: () => (built += 1) })
  calls = searchEndpoints({
    catalogue,
    television,
    search,
    clock,
    billing: {
      channelsOfTariff: async (tariffId) => (tariffId === 56 ? new Set(cids.slice(0, 2)) : undefined),
    },
    entitlement: { channelAccess: async (who) => () => who !== undefined },
    engine: { hasRecording: (_, beginMs) => beginMs >= nowMs - 3 * dayMs },
    recommendations: { taste: () => Taste.nothing },
    viewing: nobodysViewing,
    ...noBroadcastTitles,
  })
})
afterAll(async () => {
  search.close()
  await database.drop()
})

describe('[SEARCH-01] one query finds', () => {
  it('films, and shows the matching name when the displayed one does not match', async () => {
    const { movies } = await find('shaytanat')
    expect(movies[0]).toMatchObject({ name: 'Шайтанат', found_by: '' })
    const inUzbek = await find('тихий берег', {}, { language: 'uz' })
    expect(inUzbek.movies[0]).toMatchObject({ name: 'Sokin sohil', found_by: 'Тихий берег' })
  })

  it('people, and films by their people', async () => {
    const { people, movies } = await find('алиходжаев')
    expect(people).toMatchObject([
      { name: 'Ульмас Алиходжаев', title_count: 2, known_for: ['Шайтанат', 'Смех до слёз'], photo: null },
    ])
    expect(movies.map(({ name, found_by }) => [name, found_by])).toEqual([
      ['Шайтанат', 'Ульмас Алиходжаев'],
      ['Смех до слёз', 'Ульмас Алиходжаев'],
    ])
  })

  it('an episode by its own name, with a link to its series', async () => {
    const { episodes } = await find('ночь у колодца')
    expect(episodes).toMatchObject([
      { vid: vidOf('Караван'), series_name: 'Караван', season: 2, number: 7, name: 'Ночь у колодца' },
    ])
  })

  it('[EDIT-01] an episode only where its season is open', async () => {
    const who = { by: undefined, nowMs }
    const vid = vidOf('Караван')
    const matchesWith = async (windows: Parameters<typeof setPartWindows>[1]['windows']) => {
      const part = { vid, part: { season: 2 }, version: undefined }
      await setPartWindows(database.db, { ...part, windows }, who)
      await catalogue.reload()
      await search.settled()
      const audiences = ['inside', 'outside']
      return Promise.all(
        audiences.map(async (audience) => (await find('ночь у колодца', {}, { audience })).episodes.length),
      )
    }
    expect(await matchesWith([{ fromMs: null, untilMs: null, territory: 'inside' }])).toEqual([1, 0])
    expect(await matchesWith([{ fromMs: null, untilMs: null, territory: 'outside' }])).toEqual([0, 1])
    expect(await matchesWith([{ fromMs: null, untilMs: 1000, territory: 'everywhere' }])).toEqual([0, 0])
    expect(await matchesWith([])).toEqual([1, 1])
  })

  it('channels by name and by number', async () => {
    expect(names((await find('sevimli')).channels)).toEqual(['Севимли'])
    expect(names((await find('2')).channels)).toEqual(['Ойна'])
  })

  it('[SEARCH-02] text typed in another keyboard layout, and says so', async () => {
    expect(await find('ifqnfyfn')).toMatchObject({ read_as: 'шайтанат', query: 'ifqnfyfn' })
    expect(await find('шайтанад')).toMatchObject({ read_as: 'шайтанат' })
    expect(await find('шайтанат')).toMatchObject({ read_as: '' })
    const literally = await find('ifqnfyfn', { literal: 1 })
    expect(literally).toMatchObject({ read_as: '', movies: [], people: [], channels: [], epg: [] })
  })

  it('[SEARCH-03] nothing, with other spellings that have results', async () => {
    const { movies, people, variants } = await find('олыхаджаив')
    expect([movies, people]).toEqual([[], []])
    expect(variants).toEqual(['алиходжаев'])
    expect((await find(variants[0] ?? '')).people).toHaveLength(1)
    expect((await find('коровенище')).variants).toEqual([])
  })
})

describe('[SEARCH-01] programmes', () => {
  it('link to the recording while there is one', async () => {
    const [open = 0] = cids
    const { epg } = await find('вечерние новости')
    expect(epg).toHaveLength(1)
    expect(epg[0]).toMatchObject({
      title: 'Вечерние новости',
      state: 'past',
      channel_name: 'Севимли',
      begin_time: (nowMs - 2 * dayMs) / 1000,
    })
    expect(epg[0]?.href).toBe(`/tvArchive/${open}/${epg[0]?.pid}`)
    expect(epg[0]?.more.map(({ state, begin_time }) => [state, begin_time])).toEqual([
      ['next', (nowMs + 2 * hourMs) / 1000],
      ['next', (nowMs + dayMs) / 1000],
    ])
  })

  it('that are on the air link to the channel', async () => {
    const { epg } = await find('katta oyin')
    expect(epg).toMatchObject([{ title: 'Большая игра', state: 'now', href: `/channel/${cids[0]}` }])
  })

  it('without a remaining recording are not found', async () => {
    expect((await find('старый сад')).epg).toEqual([])
  })

  it('[TV-07] of channels hidden from the client are not found', async () => {
    expect((await find('закрытый показ')).epg).toEqual([])
    expect((await find('закрытый показ', {}, { viewer })).epg).toMatchObject([{ state: 'next' }])
    expect(names((await find('тайный')).channels)).toEqual([])
    expect(names((await find('тайный', {}, { viewer })).channels)).toEqual(['Тайный'])
    const outside = { viewer, audience: 'outside' }
    expect(names((await find('ойна', {}, outside)).channels)).toEqual([])
    expect(names((await find('севимли', {}, outside)).channels)).toEqual(['Севимли'])
    const { epg } = await find('вечерние новости', {}, outside)
    expect(epg.flatMap((one) => [one.cid, ...one.more.map(({ cid }) => cid)])).toEqual([cids[0], cids[0]])
  })
})

describe('[SEARCH-01] filters', () => {
  it.each([
    [{ country: 'RU' }, ['Смех до слёз']],
    [{ year: '1998,1999' }, ['Смех до слёз']],
    [{ type: 'serials' as const }, []],
    [{ type: 'films' as const }, ['Шайтанат', 'Смех до слёз']],
  ])('%j keeps of a person’s films %j, and nothing else', async (filter, left) => {
    const response = await find('алиходжаев', filter)
    expect(names(response.movies)).toEqual(left)
    expect([response.people, response.channels, response.epg, response.episodes]).toEqual([[], [], [], []])
  })

  it('of a genre', async () => {
    const genre = catalogue.now().content.genres.find(({ name }) => name.ru === 'Комедия')
    const { movies } = await find('алиходжаев', { genre_id: genre?.id ?? 0 })
    expect(names(movies)).toEqual(['Смех до слёз'])
  })

  it('of a type keep only it', async () => {
    const people = await find('алиходжаев', { type: 'people' })
    expect([names(people.people), people.movies]).toEqual([['Ульмас Алиходжаев'], []])
    expect(names((await find('караван', { type: 'serials' })).movies)).toEqual(['Караван'])
  })
})

describe('[FILM-05] related titles', () => {
  it('are never the title itself, and each shows what the two share', async () => {
    const list = await related({ vid: vidOf('Шайтанат') })
    expect(names(list)).not.toContain('Шайтанат')
    const reasons = new Map(list.map(({ name, reason }) => [name, reason]))
    expect(reasons.get('Тихий берег')).toEqual({ kind: 'director', names: ['Нора Азимова'] })
    expect(reasons.get('Смех до слёз')).toEqual({ kind: 'actor', names: ['Ульмас Алиходжаев'] })
    expect(reasons.get('Белый аист')).toEqual({ kind: 'genre', names: ['Драма'] })
    expect(list[0]?.name).toBe('Тихий берег')
  })

  it('of a film for children are for children', async () => {
    expect(names(await related({ vid: vidOf('Зайчонок') }))).toEqual(['Зайчонок летит'])
  })

  it('may come from a collection', async () => {
    const vids = ['Караван', 'Волк'].map(vidOf)
    await publishCollections(database.db, [
      {
        key: 'c',
        place: 1,
        name: words('Вечер пятницы', 'Juma oqshomi'),
        description: words('', ''),
        titleKeys: ['Караван', 'Волк'],
      },
    ])
    await catalogue.reload()
    const list = await related({ vid: vids[0] })
    expect(list.find(({ name }) => name === 'Волк')?.reason).toEqual({
      kind: 'collection',
      names: ['Вечер пятницы'],
    })
  })

  it('of a text are those of the title it names; without either the request is refused', async () => {
    const target = await related({ vid: vidOf('Шайтанат') })
    expect(await related({ query: 'ifqnfyfn' })).toEqual(target)
    expect(await related({ q: 'ifqnfyfn' })).toEqual(target)
    expect(await related({ vid: 2_000_000_000 })).toEqual({ refused: 'title_not_found' })
    expect(await related({ query: 'коровенище' })).toEqual({ refused: 'title_not_found' })
    expect(await related({})).toEqual({ invalid: ['vid'] })
  })
})

describe('the index', () => {
  it('follows the catalogue and the guide', async () => {
    await search.settled()
    const before = built
    await publishTitles(database.db, [made('Новый фильм о старом', 'Yangi film')], nowMs)
    await catalogue.reload()
    expect(names((await find('новый фильм о старом')).movies)).not.toContain('Новый фильм о старом')
    await search.settled()
    expect(built).toBe(before + 1)
    expect(names((await find('новый фильм о старом')).movies)).toContain('Новый фильм о старом')
    await publishChannels(database.db, [channel('Улыбка ТВ', 'Tabassum TV')], nowMs)
    await television.reloadChannels()
    await search.settled()
    expect(names((await find('tabassum', {}, { viewer })).channels)).toEqual(['Улыбка ТВ'])
  })

  it('serves many requests while it is rebuilt', async () => {
    await catalogue.reload()
    const settled = search.settled()
    const responses = await Promise.all(Array.from({ length: 50 }, () => find('шайтанат')))
    await settled
    for (const { movies } of responses) expect(movies[0]?.name).toBe('Шайтанат')
  })
})

describe('bad input', () => {
  it.each([
    [{ query: '' }, 'query'],
    [{ query: '   ' }, 'query'],
    [{ query: 'ф'.repeat(10_000) }, 'query'],
    [{ query: 'a', country: 'u1' }, 'country'],
    [{ query: 'a', year: '20' }, 'year'],
    [{ query: 'a', type: 'users' }, 'type'],
    [{ query: 'a', limit: '1000' }, 'limit'],
    [{ query: 'a', genre_id: '-1' }, 'genre_id'],
    [{ query: 'a', literal: '2' }, 'literal'],
  ])('%j is refused with the name of the field', async (raw, field) => {
    expect(await ask(calls, 'search.all', raw)).toEqual({ invalid: [field] })
  })

  it.each([
    '🎬🍿',
    '\u202e\u200f\u2066',
    "'; drop table title; --",
    '<script>alert(1)</script>',
    '%_\\',
    '\u0000',
  ])('%j finds nothing and does no harm', async (query) => {
    const response = await find(query)
    expect(response.query).toBe(query)
    expect([response.movies, response.people, response.episodes, response.read_as]).toEqual([[], [], [], ''])
  })
})
