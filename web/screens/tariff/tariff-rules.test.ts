import { describe, expect, it } from 'vitest'
import { inOrder, stepOf, toggled, type Tariff } from './tariff-rules.ts'

describe('[TARIFF-02] the channel panel', () => {
  it('opens, closes by the same button, and gives way to another', () => {
    expect(toggled(null, 7)).toBe(7)
    expect(toggled(7, 7)).toBeNull()
    expect(toggled(7, 8)).toBe(8)
  })
})

describe('the order of tariffs', () => {
  it('has the recommended first and else the server’s', () => {
    const list = [1, 2, 3, 4].map((id) => ({ tariff_id: id, is_recommended: id % 2 === 0 ? 1 : 0 }) as Tariff)
    expect(inOrder(list).map((one) => one.tariff_id)).toEqual([2, 4, 1, 3])
  })
})

describe('[SUB-02] [SUB-05] what can be done about a tariff', () => {
  const active = { state: 'active', auto_renew: 1 } as const
  it('is to connect it, or to let a base one take the place of another', () => {
    expect(stepOf(undefined, false, true).buys).toBe('connect')
    expect(stepOf(undefined, true, false).buys).toBe('connect')
    expect(stepOf(undefined, true, true).buys).toBe('switchTo')
  })

  it('is to turn an additional one off, never a base one', () => {
    expect(stepOf(active, false, true)).toEqual({ buys: null, turnsOff: true, isBase: false })
    expect(stepOf(active, true, true)).toEqual({ buys: null, turnsOff: false, isBase: true })
  })

  it('is to pay for one that waits for money, and to keep one that ends', () => {
    expect(stepOf({ state: 'suspended', auto_renew: 1 }, true, true).buys).toBe('payFor')
    expect(stepOf({ ...active, auto_renew: 0 }, false, true)).toEqual({
      buys: 'renewAgain',
      turnsOff: false,
      isBase: false,
    })
  })
})
