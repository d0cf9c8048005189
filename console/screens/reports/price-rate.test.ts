import { describe, expect, it } from 'vitest'
import { readRate, shownRate } from './price-rate.ts'

describe('[REP-01] a price as it is written', () => {
  it('is read in hundredths, and refused when it is no number of the range', () => {
    expect(readRate('12,5', 100)).toBe(1250)
    expect(readRate(' 1 000.05 ', 1_000_000)).toBe(100_005)
    expect(readRate('0', 100)).toBe(0)
    for (const wrong of ['', '-1', '100,01', '1,234', 'abc', '1e3'])
      expect(readRate(wrong, 100)).toBeUndefined()
    for (const rate of [0, 5, 50, 1250, 10_000]) expect(readRate(shownRate(rate), 100)).toBe(rate)
  })
})
