import { describe, expect, it } from 'vitest'
import { commissionOf, takenBackOf } from './commission-rules.ts'

const share = (percent: number, capTiyin: number | null = null) => ({
  ...({ kind: 'every_payment', share: percent * 100, amountTiyin: 0, capTiyin } as const),
})

describe('[FIN-02] the commission of a payment', () => {
  it('is a share, rounded down, exact for large sums', () => {
    expect(commissionOf(share(10), 2_500_000, 0)).toBe(250_000)
    expect(commissionOf(share(33.33), 100, 0)).toBe(33)
    expect(commissionOf(share(100), 9_007_199_254_740_991, 0)).toBe(9_007_199_254_740_991)
    expect(commissionOf({ ...share(0), kind: 'connected', amountTiyin: 700 }, 1, 0)).toBe(700)
  })

  it('never exceeds the cap of the month', () => {
    expect(commissionOf(share(10, 300_000), 2_500_000, 100_000)).toBe(200_000)
    expect(commissionOf(share(10, 300_000), 2_500_000, 300_000)).toBe(0)
    expect(commissionOf(share(10, 300_000), 2_500_000, 400_000)).toBe(0)
  })

  it('goes back as its payment does, and wholly with the whole', () => {
    expect(takenBackOf(250_000, 2_500_000, 0)).toBe(0)
    expect(takenBackOf(250_000, 2_500_000, 1_250_000)).toBe(125_000)
    expect(takenBackOf(33, 100, 99)).toBe(32)
    expect(takenBackOf(33, 100, 100)).toBe(33)
  })
})
