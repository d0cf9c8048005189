import { describe, expect, it } from 'vitest'
import { inOrder, toggled, type Tariff } from './tariff-rules.ts'

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
