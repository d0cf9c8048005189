import { cinemaEndpoints } from '#server/api/cinemas/cinemas.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cinema } from '#contract/films/cinemas.ts'
import { demoCinemas } from '#db/demo/cinemas.ts'
import { openCatalogue, publishTitles } from '#server/catalogue/catalogue.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { type PublishedCinema, publishCinemas, readCinemas } from './cinemas.ts'

const nowMs = Date.UTC(2026, 10, 22, 9)
const hourMs = 3_600_000

function words(ru: string, uz = '') {
  return { ru, uz }
}

describe('the file of cinemas', () => {
  const good = { key: 'anor', name: 'Анор', city: { ru: 'Ташкент', uz: 'Toshkent' } }
  const showing = { name: 'Караван', times: ['2026-12-01T19:00+05:00'] }
  const read = (value: unknown) => readCinemas(JSON.stringify(value))

  it('is read with optional fields left out', () => {
    expect(read({ cinemas: [{ ...good, showings: [showing] }] })).toEqual({
      kind: 'read',
      cinemas: [
        {
          ...good,
          name: words('Анор', 'Анор'),
          address: words(''),
          phone: '',
          site: '',
          image: null,
          showings: [
            {
              name: words('Караван', 'Караван'),
              year: null,
              age_rating: '',
              poster: null,
              times: [Date.parse('2026-12-01T14:00Z')],
            },
          ],
        },
      ],
    })
  })

  it.each([
    ['cinemas[0].key', { ...good, key: 'Анор' }],
    ['cinemas[0].name', { ...good, name: '' }],
    ['cinemas[0].city', { ...good, city: 5 }],
    ['cinemas[0].site', { ...good, site: 'javascript:alert(1)' }],
    ['cinemas[0].image', { ...good, image: '../../etc/passwd' }],
    ['cinemas[0].image', { ...good, image: 'C:\\boot.ini' }],
    ['cinemas[0]', { ...good, telephone: '1' }],
    ['cinemas[0].showings', { ...good, showings: {} }],
    [
      'cinemas[0].showings[1].times[0]',
      { ...good, showings: [showing, { ...showing, times: ['tomorrow'] }] },
    ],
    [
      'cinemas[0].showings[0].times[0]',
      { ...good, showings: [{ ...showing, times: ['2026-13-01T19:00Z'] }] },
    ],
    ['cinemas[0].showings[0].year', { ...good, showings: [{ ...showing, year: 1 }] }],
  ])('names %s when it is invalid', (field, cinema) => {
    const result = read({ cinemas: [cinema] })
    expect(result.kind).toBe('wrong')
    expect(result.kind === 'wrong' && result.problems.map((problem) => problem.split(': ')[0])).toContain(
      field,
    )
  })

  it('names every invalid field at once, a duplicate key, and a file that is no list', () => {
    const two = read({
      cinemas: [
        { ...good, name: '' },
        { ...good, site: 'x' },
      ],
    })
    expect(two.kind === 'wrong' && two.problems).toHaveLength(2)
    expect(read({ cinemas: [good, good] })).toMatchObject({ problems: [expect.stringContaining('[1].key')] })
    expect(read({ cinemas: [] }).kind).toBe('wrong')
    expect(readCinemas('{').kind).toBe('wrong')
    fc.assert(fc.property(fc.json(), (json) => readCinemas(json).kind === 'wrong'))
  })
})

describe('cinemas on a real database', () => {
  let database: TestDatabase
  let calls: readonly BoundEndpoint[]
  const clock = manualClock(nowMs)
  const list = async (language: 'ru' | 'uz' = 'ru') =>
    (await ask(calls, 'cinemas.list', {}, { language })) as unknown as Cinema[]
  const cinema = (key: string, more: Partial<PublishedCinema> = {}): PublishedCinema => ({
    key,
    name: words(`Кино ${key}`, `Kino ${key}`),
    city: words('Ташкент', 'Toshkent'),
    address: words("'; drop table cinema; --", '<b>koʻcha</b>'),
    phone: '',
    site: '',
    image: null,
    showings: [],
    ...more,
  })
  const showing = (name: string, year: number | null, ...inHours: number[]) => ({
    name: words(name),
    year,
    ageRating: '',
    poster: null,
    timesMs: inHours.map((hours) => nowMs + hours * hourMs),
  })

  beforeAll(async () => {
    database = await createTestDatabase()
    const title = (key: string, ru: string, year: number) => ({
      key,
      isSeries: false,
      isKids: false,
      categoryId: 1,
      providerId: 1,
      name: { ru, uz: '', original: 'The Last Caravan' },
      description: words(''),
      year,
      countries: [],
      genres: [],
      credits: [],
      durationMin: 90,
      ageRating: '12+',
      ratingKp: null,
      ratingImdb: null,
      popularity: 1,
      freeMovie: false,
      premier: false,
      exclusive: false,
      newEpisodes: false,
      poster: 'abcdefabcdefabcdef12',
      backdrop: null,
      seasons: [],
    })
    await publishTitles(
      database.db,
      [title('a', 'Последний караван', 2024), title('b', 'Ёлка', 2020), title('c', 'Ёлка', 2021)],
      nowMs,
    )
    calls = cinemaEndpoints({ db: database.db, clock, catalogue: await openCatalogue(database.db) })
  })
  afterAll(() => database.drop())

  it('are returned in their order, with upcoming showings and their titles', async () => {
    await publishCinemas(database.db, [
      cinema('b', {
        showings: [
          showing('последний  КАРАВАН', 2024, 5, -1, 2),
          showing('Последний караван', 2023, 1),
          showing('Елка', 2021, 1),
          showing('Ёлка', null, 1),
          showing('Past', 2020, -3, 0),
          showing('Far', 2020, 24 * 15),
        ],
      }),
      cinema('a'),
    ])
    const [first, second] = await list()
    expect(first).toMatchObject({ name: 'Кино b', address: "'; drop table cinema; --", city: 'Ташкент' })
    expect(second).toMatchObject({ name: 'Кино a', showings: [] })
    const vid = first?.showings[0]?.vid
    expect(first?.showings).toMatchObject([
      {
        vid: expect.any(Number),
        age_rating: '12+',
        poster: `/images/poster/${vid}/abcdefabcdefabcdef12/240.webp`,
      },
      { vid: null, poster: expect.stringMatching(/^\/images\/showing\/\d+\/none\/240\.webp$/) },
      { vid: expect.any(Number) },
      // Two have this name, and no year decides.
      { vid: null },
    ])
    expect(first?.showings[0]?.times).toEqual([2, 5].map((hours) => nowMs / 1000 + hours * 3600))
    expect((await list('uz'))[0]).toMatchObject({ name: 'Kino b', address: '<b>koʻcha</b>' })
  })

  it('are replaced as a whole, keep their ids, and nothing changes when one of them is invalid', async () => {
    const ids = new Map((await list()).map(({ id, name }) => [name, id]))
    expect(await publishCinemas(database.db, [cinema('a'), cinema('c')])).toEqual({
      added: 1,
      existing: 1,
      removed: 1,
    })
    const after = await list()
    expect(after.map(({ name }) => name)).toEqual(['Кино a', 'Кино c'])
    expect(after[0]?.id).toBe(ids.get('Кино a'))
    await expect(
      publishCinemas(database.db, [cinema('d'), cinema('e', { site: 'javascript:1' })]),
    ).rejects.toThrow(/site/)
    expect((await list()).map(({ name }) => name)).toEqual(['Кино a', 'Кино c'])
  })

  it('of the demo have showings on each of the coming days', async () => {
    const cinemas = demoCinemas(nowMs)
    expect(new Set(cinemas.map(({ city }) => city.uz))).toEqual(new Set(['Toshkent', 'Samarqand']))
    for (const { showings } of cinemas)
      for (const { timesMs } of showings) {
        const days = new Set(timesMs.map((ms) => Math.floor((ms + 5 * hourMs) / (24 * hourMs))))
        expect(days.size).toBe(14)
        expect(Math.max(...timesMs)).toBeGreaterThan(nowMs + 12 * 24 * hourMs)
      }
  })
})
