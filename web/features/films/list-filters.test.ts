import { describe, expect, it } from 'vitest'
import {
  addressOf,
  filtersOf,
  inputOf,
  isFiltered,
  noFilters,
  ordersOf,
  type Filters,
} from './list-filters.ts'

function said(query: string, kind: Parameters<typeof filtersOf>[1] = 'films') {
  return filtersOf(new URLSearchParams(query), kind)
}

describe('[CAT-05] the request parameters', () => {
  it('leave empty values out and send the default order as trend', () => {
    expect(inputOf(said(''), 'films')).toEqual({ kind: 'films', trend: 1 })
  })

  it('[CAT-01] are read from the address, with the names of the request', () => {
    const query = 'order=-year&genre=4&provider=2&country=UZ&year=2015,2014&rating=7'
    expect(inputOf(said(query), 'serials')).toEqual({
      kind: 'serials',
      order: '-year',
      genre_id: '4',
      video_provider: '2',
      country: 'UZ',
      year: '2015,2014',
      rating: '7',
    })
  })

  it('[CAT-07] request one kind of Uzbek content', () => {
    expect(inputOf(noFilters, 'uzbek', 255)).toEqual({ kind: 'uzbek', trend: 1, category: 255 })
  })
})

describe('[CAT-01] the address', () => {
  it.each([
    'order=drop&genre=x&year=20&provider=-1&country=uz&rating=0',
    'genre=0&country=ZZ&rating=10&year=2020,',
    'genre=99999999999&rating=7.5&year=<b>&order=-rating;',
    'page=-3&genre=%00',
  ])('is empty for %s', (query) => {
    expect(said(query)).toEqual(noFilters)
  })

  it('is the same after it was read and written again', () => {
    const query = 'genre=4&country=KR&year=2015,2014,2013,2012,2011&rating=8&order=name'
    expect(addressOf(said(query))).toBe(query)
    expect(addressOf(noFilters)).toBe('')
    expect(said(addressOf({ ...noFilters, provider: '3' }))).toEqual({ ...noFilters, provider: '3' })
  })

  it('contains no ratings of external sites for children', () => {
    expect(said('rating=8&order=-rating', 'kids')).toEqual(noFilters)
    expect(ordersOf('kids')).not.toContain('-rating')
  })

  it('counts as filtered by anything except the order', () => {
    const by = (part: Partial<Filters>) => isFiltered({ ...noFilters, ...part })
    expect([by({}), by({ order: 'name' }), by({ rating: '5' })]).toEqual([false, false, true])
  })
})
