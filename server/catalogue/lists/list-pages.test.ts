import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ListCursor, readCursor, writeCursor } from './list-cursor.ts'
import { type ListOrder, OrderMemory } from './list-orders.ts'
import { indexCatalogue } from '#server/catalogue/snapshot.ts'
import type { CatalogueContent, TitleRecord } from '#server/catalogue/titles/title.ts'

const nowhere: Omit<CatalogueContent, 'titles'> = {
  people: new Map(),
  genres: [],
  categories: [],
  providers: [],
  collections: [],
}
/** What may change in a title while a viewer reads a list. */
interface Live {
  readonly popularity: number
  readonly year: number
  readonly rating: number | null
  readonly name: string
}

function record(vid: number, { popularity, year, rating, name }: Live): TitleRecord {
  return {
    vid,
    key: `t:${vid}`,
    isSeries: vid % 5 === 0,
    isKids: false,
    categoryId: 1,
    moreCategories: [],
    providerId: 1 + (vid % 3),
    name: { ru: name, uz: '', original: '' },
    description: { ru: '', uz: '' },
    year,
    countries: [vid % 2 === 0 ? 'UZ' : 'FR', ...(vid % 7 === 0 ? ['KR'] : [])],
    genreIds: [1 + (vid % 4), 5 + (vid % 2)],
    credits: [],
    durationMin: 90,
    ageRating: '',
    ratingKp: rating,
    ratingImdb: null,
    popularity,
    freeMovie: false,
    premier: false,
    exclusive: false,
    newEpisodes: false,
    poster: null,
    backdrop: null,
    addedAtMs: year * 1000,
    files: [],
    seasons: [],
  }
}

function contentOf(titles: ReadonlyMap<number, Live>): CatalogueContent {
  return {
    ...nowhere,
    titles: [...titles].map(([vid, live]) => record(vid, live)),
  }
}

const live = fc.record({
  popularity: fc.integer({ min: 0, max: 12 }),
  year: fc.integer({ min: 2018, max: 2022 }),
  rating: fc.option(fc.integer({ min: 50, max: 55 }).map((ten) => ten / 10)),
  name: fc.constantFrom('Ёлка', 'елка', 'Гора 2', 'Гора 10', 'Choʻl', 'Я'.repeat(300), 'Я'.repeat(301)),
})
const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), vid: fc.integer({ min: 1, max: 60 }), live }),
  fc.record({ kind: fc.constant('withdraw' as const), vid: fc.integer({ min: 1, max: 60 }) }),
)
const orders = ['-popularity', '-year', '-rating', 'name', '-added'] as const

/**
 * Reads a list to its end; the catalogue changes between two pages. Cursors are encoded and decoded as by clients.
 */
function readWhole(
  begin: ReadonlyMap<number, Live>,
  changes: readonly (readonly (
    | { kind: 'put'; vid: number; live: Live }
    | { kind: 'withdraw'; vid: number }
  )[])[],
  how: { readonly order: ListOrder; readonly limit: number; readonly memory: () => OrderMemory },
) {
  const titles = new Map(begin)
  const touched = new Set<number>()
  const seen: number[] = []
  let after: ListCursor | undefined
  for (let page = 0; page < 200; page += 1) {
    const snapshot = indexCatalogue(contentOf(titles), { orders: how.memory() })
    const { titles: listed, next } = snapshot.list({
      filter: {},
      order: how.order,
      language: 'ru',
      page: 1,
      limit: how.limit,
      ...(after === undefined ? {} : { after }),
    })
    seen.push(...listed.map(({ vid }) => vid))
    if (next === undefined) return { seen, touched }
    after = readCursor(writeCursor(next, how.order, 'ru'), how.order, 'ru')
    if (after === undefined) throw new Error('a cursor of ours was not read')
    for (const one of changes[page] ?? []) {
      touched.add(one.vid)
      if (one.kind === 'put') titles.set(one.vid, one.live)
      else titles.delete(one.vid)
    }
  }
  throw new Error('the list has no end')
}

const started = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), live), {
  selector: ([vid]) => vid,
  maxLength: 50,
})
const reading = fc.record({
  begin: started.map((pairs) => new Map(pairs)),
  changes: fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 }),
  order: fc.constantFrom(...orders),
  limit: fc.integer({ min: 1, max: 9 }),
})

describe('a list read page by page while the catalogue changes', () => {
  it('[CAT-06] shows nothing twice, and each unchanged title once, while its order is stored', () => {
    fc.assert(
      fc.property(reading, ({ begin, changes, order, limit }) => {
        const memory = new OrderMemory()
        const { seen, touched } = readWhole(begin, changes.slice(0, 4), {
          order,
          limit,
          memory: () => memory,
        })
        expect(new Set(seen).size).toBe(seen.length)
        const stayed = [...begin.keys()].filter((vid) => !touched.has(vid))
        expect(stayed.filter((vid) => !seen.includes(vid))).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('[CAT-06] shows each unchanged title exactly once when the order is no longer or never stored', () => {
    fc.assert(
      fc.property(reading, ({ begin, changes, order, limit }) => {
        const { seen, touched } = readWhole(begin, changes, { order, limit, memory: () => new OrderMemory() })
        const stayed = [...begin.keys()].filter((vid) => !touched.has(vid))
        for (const vid of stayed) expect(seen.filter((one) => one === vid)).toHaveLength(1)
      }),
      { numRuns: 400 },
    )
  })

  it('[CAT-06] continues in the order it started with: titles that became popular meanwhile do not shift a page', () => {
    const memory = new OrderMemory()
    const at = (popularity: number) => ({ popularity, year: 2020, rating: null, name: 'x' })
    const begin = new Map([1, 2, 3, 4].map((vid) => [vid, at(10 - vid)]))
    const request = { filter: {}, order: '-popularity', language: 'ru', page: 1, limit: 2 } as const
    const first = indexCatalogue(contentOf(begin), { orders: memory }).list(request)
    const later = new Map([...begin, [4, at(99)], [1, at(0)]])
    const then = indexCatalogue(contentOf(later), { orders: memory })
    const after = first.next
    if (after === undefined) throw new Error('there is a second page')
    expect(then.list({ ...request, after }).titles.map(({ vid }) => vid)).toEqual([3, 4])
    expect(then.list(request).titles.map(({ vid }) => vid)).toEqual([4, 2])
  })

  it('[CAT-06] a cursor that was changed, cut, or belongs to another order is refused', () => {
    const cursor = { mark: 'abc', rank: 3, vid: 5, value: 2020, popularity: 7 }
    const text = writeCursor(cursor, '-year', 'ru')
    expect(readCursor(text, '-year', 'ru')).toEqual(cursor)
    expect(readCursor(text, '-year', 'uz')).toEqual(cursor)
    expect(readCursor(text, '-rating', 'ru')).toBeUndefined()
    expect(readCursor(text.slice(1), '-year', 'ru')).toBeUndefined()
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'aZ09-_.'), (at, letter) => {
        const changed = text.slice(0, at) + letter + text.slice(at + 1)
        expect(changed === text || readCursor(changed, '-year', 'ru') === undefined).toBe(true)
      }),
    )
    fc.assert(fc.property(fc.string(), (any) => readCursor(any, '-year', 'ru') === undefined))
    const named = { ...cursor, value: 'Ёлка "в горах"' }
    expect(readCursor(writeCursor(named, 'name', 'uz'), 'name', 'uz')).toEqual(named)
    expect(readCursor(writeCursor(named, 'name', 'uz'), 'name', 'ru')).toBeUndefined()
  })
})

describe('facets', () => {
  const filters = fc.record(
    {
      kind: fc.constantFrom('films' as const, 'serials' as const),
      genreId: fc.integer({ min: 1, max: 7 }),
      providerId: fc.integer({ min: 1, max: 4 }),
      country: fc.constantFrom('UZ', 'FR', 'KR', 'US'),
      years: fc.subarray([2018, 2019, 2020, 2021, 2022], { minLength: 1 }),
      rating: fc.integer({ min: 0, max: 6 }),
      query: fc.constantFrom('гора', 'елка'),
    },
    { requiredKeys: [] },
  )

  it('[CAT-01] count what each value would leave with every other filter unchanged', () => {
    fc.assert(
      fc.property(started, filters, (pairs, filter) => {
        const snapshot = indexCatalogue(contentOf(new Map(pairs)))
        const total = (other: object) =>
          snapshot.list({
            filter: { ...filter, ...other },
            order: '-popularity',
            language: 'ru',
            page: 1,
            limit: 1,
          }).total
        const facets = snapshot.facets(filter)
        for (const { id, count } of facets.genres) expect(count).toBe(total({ genreId: id }))
        for (const { id, count } of facets.providers) expect(count).toBe(total({ providerId: id }))
        for (const { code, count } of facets.countries) expect(count).toBe(total({ country: code }))
        for (const { year, count } of facets.years) expect(count).toBe(total({ years: [year] }))
        for (const { least: min, count } of facets.ratings) expect(count).toBe(total({ rating: min }))
        // Values that are not listed leave nothing.
        for (let id = 1; id <= 7; id += 1)
          if (!facets.genres.some((one) => one.id === id)) expect(total({ genreId: id })).toBe(0)
      }),
      { numRuns: 150 },
    )
  })
})
