import { describe, expect, it } from 'vitest'
import { requestsOf, hasFilter, inputOf, withQuery } from './search-address.ts'

function paramsOf(address: string) {
  return requestsOf(new URLSearchParams(address))
}

describe('[SEARCH-01] a search in the address', () => {
  it('is requested with the values in the address', () => {
    expect(inputOf(paramsOf('q=шайтанат&genre=4&country=UZ&year=2015,2014'))).toEqual({
      query: 'шайтанат',
      limit: 12,
      genre_id: '4',
      country: 'UZ',
      year: '2015,2014',
    })
  })

  it('requests more of a kind that is searched alone', () => {
    expect(inputOf(paramsOf('q=чорсу&type=channels'))).toEqual({
      query: 'чорсу',
      limit: 40,
      type: 'channels',
    })
  })

  it.each(['', 'q=', 'q=%20%20', 'q=ш', 'q=%F0%9F%8E%AC', 'type=films'])('is empty with %j', (address) => {
    expect(inputOf(paramsOf(address))).toBeNull()
  })

  it('ignores invalid values in an address', () => {
    expect(paramsOf('q=дом&type=users&genre=x&country=uz&year=20&literal=yes')).toEqual({
      query: 'дом',
      type: '',
      genre: '',
      country: '',
      year: '',
      literal: false,
    })
  })

  it('shortens a query that is too long', () => {
    expect(paramsOf(`q=${'ф'.repeat(10_000)}`).query).toHaveLength(200)
  })

  it('with another text keeps its filters and is no longer exact', () => {
    const next = withQuery(new URLSearchParams('q=a&type=films&literal=1'), '  кот в сапогах ')
    expect(Object.fromEntries(next)).toEqual({ q: 'кот в сапогах', type: 'films' })
    expect(withQuery(next, ' ').has('q')).toBe(false)
  })

  it('reports whether anything is filtered', () => {
    expect(hasFilter(paramsOf('q=дом&literal=1'))).toBe(false)
    for (const filter of ['type=films', 'genre=1', 'country=UZ', 'year=2020'])
      expect(hasFilter(paramsOf(`q=дом&${filter}`))).toBe(true)
  })
})
