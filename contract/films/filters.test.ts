import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWatchedToEnd } from './watched-to-end.ts'
import { yearChoices } from './year-filter.ts'

describe('[CAT-02] the years of the filter', () => {
  it('are single years down to 2016, then five-year ranges down to 1980, then everything before', () => {
    const names = yearChoices(2026).map(({ ru }) => ru)
    expect(names.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, at) => String(2026 - at)))
    expect(names.slice(11)).toEqual([
      '2011–2015',
      '2006–2010',
      '2001–2005',
      '1996–2000',
      '1991–1995',
      '1986–1990',
      '1980–1985',
      'До 1980',
    ])
  })

  it('name every year from 1920 to the current one in exactly one choice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2016, max: 2100 }), (currentYear) => {
        const years = yearChoices(currentYear).flatMap(({ id }) => id.split(',').map(Number))
        expect(years).toEqual(Array.from({ length: currentYear - 1919 }, (_, at) => currentYear - at))
      }),
    )
  })

  it('have their first and last year next to the id', () => {
    for (const { id, from, to } of yearChoices(2026)) {
      const years = id.split(',').map(Number)
      expect([years[0], years.at(-1)]).toEqual([to, from])
    }
  })

  it('end with 2016 on a machine whose clock is far behind', () => {
    expect(yearChoices(1970)[0]).toMatchObject({ id: '2016' })
  })
})

describe('a film counts as watched to its end', () => {
  it('from 95 percent on, without a marker for its end credits', () => {
    expect([949, 950, 1000].map((at) => isWatchedToEnd([], at, 1000))).toEqual([false, true, true])
  })

  it('from its end credits on, when they begin earlier; not later for late credits', () => {
    expect([799, 800].map((at) => isWatchedToEnd([800, 900], at, 1000))).toEqual([false, true])
    expect([949, 950].map((at) => isWatchedToEnd([990], at, 1000))).toEqual([false, true])
  })

  it('never while its length is unknown', () => {
    expect(isWatchedToEnd([], 5000, 0)).toBe(false)
  })

  it('and stays so to the end', () => {
    const seconds = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(
        fc.array(seconds, { maxLength: 3 }),
        seconds,
        seconds,
        seconds,
        (titles, at, more, length) => {
          if (isWatchedToEnd(titles, at, length)) expect(isWatchedToEnd(titles, at + more, length)).toBe(true)
        },
      ),
    )
  })
})
