import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOfRating } from './age-of-rating.ts'

describe('[OPS-01] the age of a rating', () => {
  it.each([
    ['RARS 16+', '16+'],
    ['16+', '16+'],
    ['0+', '0+'],
    ['FSK-16', '16+'],
    ['age 8+', '8+'],
    ['12.0', '12+'],
    ['rars 6+', '6+'],
    ['US:PG-13 / RU:16+', '16+'],
    ['UZ: 12+ | US: R', '12+'],
  ])('%j is %s', (text, age) => {
    expect(ageOfRating(text)).toBe(age)
  })

  it.each(['', 'NR', 'Not Rated', 'unrated', 'TBC', '-', '99+', '2019', '7.9', 'for everybody'])(
    'is none of %j',
    (text) => {
      expect(ageOfRating(text)).toBe('')
    },
  )

  it('is the same for a mark followed by content warnings', () => {
    expect(ageOfRating('TV-MA-LV')).toBe(ageOfRating('TV-MA'))
    expect(ageOfRating('Rated R for violence')).toBe(ageOfRating('R'))
    expect(ageOfRating('TV-MA')).toMatch(/^1[678]\+$/)
  })

  it('is never more than 21, and always in our format, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const age = ageOfRating(text)
        expect(age).toMatch(/^(\d{1,2}\+)?$/)
        expect(Number.parseInt(age || '0', 10)).toBeLessThanOrEqual(21)
      }),
    )
  })
})
