import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexCatalogue, type TitleRecord } from '#server/catalogue/catalogue.ts'
import { buildFilmRecord } from '#tests/kit/builders/film.ts'
import { selectionsOf } from './selections.ts'

const nowMs = Date.UTC(2026, 0, 15)
const dayMs = 86_400_000
const genres = [1, 2, 3].map((id) => ({ id, name: { ru: `Жанр ${id}`, uz: `Janr ${id}` } }))
const nowhere = { people: new Map(), genres, categories: [], providers: [], collections: [] }

function rowsOf(titles: readonly TitleRecord[], limit = 12) {
  return selectionsOf(indexCatalogue({ ...nowhere, titles }), 'ru', limit, nowMs)
}

function films(count: number, more: (index: number) => Partial<TitleRecord> = () => ({})): TitleRecord[] {
  return Array.from({ length: count }, (_, index) =>
    buildFilmRecord(index + 1, { popularity: count - index, ...more(index) }),
  )
}

function rowOf(titles: readonly TitleRecord[], key: string) {
  return rowsOf(titles).find((row) => row.key === key)
}

describe('[HOME-01] automatic rows', () => {
  it('are left out when they would be too short', () => {
    expect(rowsOf(films(3))).toEqual([])
    expect(rowOf(films(4), 'popular')?.items.map(({ vid }) => vid)).toEqual([1, 2, 3, 4])
  })

  it('are new for a month, and contain nothing of the future', () => {
    const ages = [0, 1, 30, 31, -1, 5, 6]
    const added = films(ages.length, (index) => ({ addedAtMs: nowMs - (ages[index] ?? 0) * dayMs }))
    expect(rowOf(added, 'new')?.items.map(({ vid }) => vid)).toEqual([1, 2, 6, 7, 3])
  })

  it('by rating contain only rated titles, and link to the same list', () => {
    const rated = films(8, (index) => ({ ratingKp: index % 2 === 0 ? index : null }))
    const row = rowOf(rated, 'best')
    expect(row?.items.map(({ vid }) => vid)).toEqual([7, 5, 3, 1])
    expect(row?.href).toContain('order=-rating')
  })

  it('have a genre of eight films or more', () => {
    const titles = films(15, (index) => ({ genreIds: [index < 8 ? 1 : 2] }))
    expect(rowsOf(titles).flatMap(({ key }) => (key.startsWith('genre') ? [key] : []))).toEqual(['genre-1'])
    expect(rowOf(titles, 'genre-1')).toMatchObject({
      name: 'Жанр 1',
      href: expect.stringContaining('genre=1'),
    })
  })

  it('show no title among the first of more than two rows, and none twice in one', () => {
    const title = fc.record({
      popularity: fc.nat(50),
      ratingKp: fc.option(fc.nat(10)),
      isKids: fc.boolean(),
      genreIds: fc.subarray([1, 2, 3]),
      ageDays: fc.nat(60),
    })
    const lists = fc.array(title, { minLength: 0, maxLength: 60 })
    fc.assert(
      fc.property(lists, fc.integer({ min: 4, max: 20 }), (facts, limit) => {
        const titles = facts.map(({ ageDays, ...one }, index) =>
          buildFilmRecord(index + 1, { ...one, addedAtMs: nowMs - ageDays * dayMs }),
        )
        const first = new Map<number, number>()
        for (const { items } of rowsOf(titles, limit)) {
          const vids = items.map(({ vid }) => vid)
          expect(vids.length).toBeGreaterThanOrEqual(4)
          expect(vids.length).toBeLessThanOrEqual(limit)
          expect(new Set(vids).size).toBe(vids.length)
          for (const vid of vids.slice(0, 6)) first.set(vid, (first.get(vid) ?? 0) + 1)
        }
        expect(Math.max(0, ...first.values())).toBeLessThanOrEqual(2)
      }),
      { numRuns: 60 },
    )
  })
})
