import { describe, expect, it } from 'vitest'
import type { Facets } from '#contract/films/films.ts'
import { chosenName, nearestDrop, optionsOf, type Offered } from './filter-options.ts'
import { noFilters } from './list-filters.ts'

const offered: Offered = {
  genres: [
    { id: 4, name: 'Драма' },
    { id: 9, name: 'Комедия' },
  ],
  providers: [{ id: 3, name: 'Ещё' }],
  currentYear: 2026,
  language: 'ru',
  min: (rating) => `От ${rating}`,
}
const facets: Facets = {
  genres: [{ id: 4, count: 12 }],
  countries: [{ code: 'UZ', count: 7 }],
  years: [
    { year: 2015, count: 2 },
    { year: 2012, count: 3 },
    { year: 2026, count: 1 },
  ],
  providers: [{ id: 3, count: 12 }],
  ratings: [{ least: 7, count: 5 }],
}
const nothing: Facets = { genres: [], countries: [], years: [], providers: [], ratings: [] }

describe('[CAT-01] the options of a filter', () => {
  const options = optionsOf(offered, noFilters, facets)
  const count = (field: keyof typeof options, name: string) =>
    options[field].find((option) => option.name === name)?.count

  it('show how many titles each value would leave, and leave out values that match nothing', () => {
    expect([count('genre', 'Драма'), count('genre', 'Комедия')]).toEqual([12, 0])
    expect([count('country', 'Узбекистан'), count('country', 'Россия')]).toEqual([7, 0])
    expect([count('rating', 'От 7'), count('rating', 'От 9')]).toEqual([5, 0])
  })

  it('[CAT-02] add up the years of a range', () => {
    expect([count('year', '2011–2015'), count('year', '2026'), count('year', 'До 1980')]).toEqual([5, 1, 0])
  })

  it('[CAT-03] include the 21 countries', () => {
    expect(options.country).toHaveLength(21)
  })

  it('have no counts before a response has come', () => {
    expect(optionsOf(offered, noFilters, null).genre[0]?.count).toBeNull()
  })

  it('include a value that only the address contains, so that it can be removed', () => {
    const filters = { ...noFilters, genre: '77', year: '2014,2012', rating: '3' }
    const strange = optionsOf(offered, filters, facets)
    expect(chosenName(strange, 'genre', filters)).toBe('№ 77')
    expect(chosenName(strange, 'year', filters)).toBe('2012–2014')
    expect(chosenName(strange, 'rating', filters)).toBe('От 3')
    expect(strange.year.at(-1)?.count).toBe(3)
  })
})

describe('[CAT-11] the filter to remove when nothing matches', () => {
  const filters = { ...noFilters, genre: '4', country: 'JP', rating: '9' }

  it('is the one without which most titles match', () => {
    expect(nearestDrop(filters, { ...nothing, countries: [{ code: 'UZ', count: 4 }] })).toBe('country')
    expect(
      nearestDrop(filters, {
        ...nothing,
        countries: [{ code: 'UZ', count: 4 }],
        ratings: [{ least: 5, count: 40 }],
      }),
    ).toBe('rating')
  })

  it('is none where removing a single one does not help', () => {
    expect(nearestDrop(filters, nothing)).toBeNull()
    expect(nearestDrop(noFilters, null)).toBeNull()
  })

  it('is the last one while the counts are unknown', () => {
    expect(nearestDrop(filters, null)).toBe('rating')
  })
})
