import { describe, expect, it } from 'vitest'
import { filtersOf, inputOf, yearOptions } from './list-filters.ts'

describe('[CAT-02] the years', () => {
  const options = yearOptions(2026)

  it('are single down to 2016', () => {
    expect(options.slice(0, 11).map(({ id }) => id)).toEqual(
      Array.from({ length: 11 }, (_, index) => String(2026 - index)),
    )
  })

  it('are ranges of five from 2015 down to 1980, known by their years', () => {
    expect(options[11]).toEqual({ id: '2015,2014,2013,2012,2011', label: '2011–2015' })
    expect(options.at(-2)).toEqual({ id: '1980', label: '1980' })
  })

  it('end with 1979 to 1920', () => {
    const years = options.at(-1)?.id.split(',') ?? []
    expect([years[0], years.at(-1), years.length]).toEqual(['1979', '1920', 60])
    expect(options.at(-1)?.label).toBeNull()
  })

  it('leave no year out and name none twice', () => {
    const all = options.flatMap(({ id }) => id.split(',').map(Number))
    expect(all).toEqual(Array.from({ length: 2026 - 1920 + 1 }, (_, index) => 2026 - index))
  })
})

describe('[CAT-05] what is sent', () => {
  it('leaves empty values out and sends the usual order as trend', () => {
    expect(inputOf(filtersOf(new URLSearchParams()), 'films')).toEqual({ kind: 'films', trend: 1 })
  })

  it('[CAT-01] reads the address', () => {
    const filters = filtersOf(new URLSearchParams('order=-year&genre=4&year=2015,2014'))
    expect(inputOf(filters, 'serials')).toEqual({
      kind: 'serials',
      order: '-year',
      genre_id: '4',
      year: '2015,2014',
    })
  })

  it('takes nothing from an address that says nonsense', () => {
    const filters = filtersOf(new URLSearchParams('order=drop&genre=x&year=20&category=-1'))
    expect(filters).toEqual({ order: '-popularity', genre: '', year: '', category: '' })
  })
})
