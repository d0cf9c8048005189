import { describe, expect, it } from 'vitest'
import { inOrder, stepOf, toggled, type Tariff } from './tariff-rules.ts'

describe('[TARIFF-02] the channel panel', () => {
  it('opens, closes with the same button, and is replaced by another', () => {
    expect(toggled(null, 7)).toBe(7)
    expect(toggled(7, 7)).toBeNull()
    expect(toggled(7, 8)).toBe(8)
  })
})

describe('the order of tariffs', () => {
  it("puts the recommended one first, and keeps the server's order for the others", () => {
    const list = [1, 2, 3, 4].map((id) => ({ tariff_id: id, is_recommended: id % 2 === 0 ? 1 : 0 }) as Tariff)
    expect(inOrder(list).map((one) => one.tariff_id)).toEqual([2, 4, 1, 3])
  })
})

describe('[SUB-02] [SUB-05] the actions on a tariff', () => {
  const active = { state: 'active', auto_renew: 1 } as const
  it('are to activate it, or to replace one base tariff by another', () => {
    expect(stepOf(undefined, false, true).buys).toBe('connect')
    expect(stepOf(undefined, true, false).buys).toBe('connect')
    expect(stepOf(undefined, true, true).buys).toBe('switchTo')
  })

  it('are to cancel an additional one, never a base one', () => {
    expect(stepOf(active, false, true)).toEqual({ buys: null, turnsOff: true, isBase: false })
    expect(stepOf(active, true, true)).toEqual({ buys: null, turnsOff: false, isBase: true })
  })

  it('are to pay for a suspended one, and to continue one that ends', () => {
    expect(stepOf({ state: 'suspended', auto_renew: 1 }, true, true).buys).toBe('payFor')
    expect(stepOf({ ...active, auto_renew: 0 }, false, true)).toEqual({
      buys: 'renewAgain',
      turnsOff: false,
      isBase: false,
    })
  })
})
