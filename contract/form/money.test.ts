import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, formatMoney, formatNumber, formatSums, groupDigits, noBreak } from './money.ts'

describe('[I18N-03] a displayed sum', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1000, `1${noBreak}000`],
    [49_000, `49${noBreak}000`],
    [1_234_567, `1${noBreak}234${noBreak}567`],
    [-14_500, `−14${noBreak}500`],
  ])('%d is grouped in threes from the right', (sums, text) => {
    expect(formatSums(sums)).toBe(text)
    expect(formatNumber(sums)).toBe(text)
  })

  it('has two decimals if there are tiyin, and none otherwise', () => {
    expect(formatSums(24_000.5)).toBe(`24${noBreak}000,50`)
    expect(formatSums(0.05)).toBe('0,05')
    expect(formatSums(-1.25)).toBe('−1,25')
    expect(formatNumber(24_000.5), 'a number that is no money').toBe(`24${noBreak}000,5`)
  })

  it('rounds what is no money to so many decimals', () => {
    expect(formatDecimal(2.44, 1)).toBe('2,4')
    expect(formatDecimal(2.04, 1)).toBe('2')
    expect(formatDecimal(1234.5, 0)).toBe(`1${noBreak}235`)
  })

  it('names its unit in either language, and has no line break inside', () => {
    expect(formatMoney(39_000, 'ru')).toBe(`39${noBreak}000${noBreak}сум`)
    expect(formatMoney(39_000, 'uz')).toBe(`39${noBreak}000${noBreak}soʻm`)
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom('ru', 'uz'), (tiyin, language) => {
        expect(formatMoney(tiyin / 100, language)).not.toMatch(/[ \t\n]/)
      }),
    )
  })

  it('can be converted back by removing groups and signs', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (tiyin) => {
        const read = formatSums(tiyin / 100)
          .replaceAll(noBreak, '')
          .replace('−', '-')
          .replace(',', '.')
        expect(Math.round(Number(read) * 100)).toBe(tiyin)
      }),
    )
  })

  it('keeps every digit of a longer number in place', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,30}$/), (digits) => {
        const groups = groupDigits(digits).split(noBreak)
        expect(groups.join('')).toBe(digits)
        expect(groups.slice(1).every((group) => group.length === 3)).toBe(true)
        expect(groups[0]?.length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
