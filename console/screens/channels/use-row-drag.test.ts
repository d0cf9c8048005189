import { describe, expect, it } from 'vitest'
import { placeAt, staysAt } from './use-row-drag.ts'

describe('[CHAN-01] a dragged row', () => {
  it.each([
    [-300, 0],
    [0, 0],
    [25, 0],
    [27, 1],
    [52 * 7 + 10, 7],
    [52 * 9, 9],
    [9999, 10],
  ])('at %i px goes in front of row %i', (top, place) => {
    expect(placeAt(top, 52, 10)).toBe(place)
  })

  it('stays at its own place and behind itself', () => {
    expect([3, 4, 5, 2].map((to) => staysAt(3, to))).toEqual([true, true, false, false])
  })
})
