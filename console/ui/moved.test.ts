import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedBy, movedTo, orderOfAll } from './moved.ts'

describe('[FRONT-01] a list of rails', () => {
  it('is moved before or after another one, and by one place', () => {
    expect(movedTo([1, 2, 3, 4], [4], 2, true)).toEqual([1, 4, 2, 3])
    expect(movedTo([1, 2, 3, 4], [1], 3, false)).toEqual([2, 3, 1, 4])
    expect(movedTo([1, 2], [1], 9, false)).toEqual([1, 2])
    expect(movedBy([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
    expect(movedBy([1, 2, 3], 2, 1)).toEqual([1, 3, 2])
    expect(movedBy([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
    expect(movedBy([1, 2, 3], 3, 1)).toEqual([1, 2, 3])
  })

  it('that shows a part only moves the part, and what stands between stays behind its neighbour', () => {
    expect(orderOfAll([1, 2, 3, 4, 5], [4, 1])).toEqual([4, 5, 1, 2, 3])
    expect(orderOfAll([9, 1, 2], [2, 1])).toEqual([9, 2, 1])
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 })), fc.func(fc.boolean()), (all, isShown) => {
        const shown = all.filter((id) => isShown(id))
        expect(orderOfAll(all, shown)).toEqual(all)
        const turned = orderOfAll(all, shown.toReversed())
        expect(turned.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
        expect(turned.filter((id) => shown.includes(id))).toEqual(shown.toReversed())
      }),
    )
  })
})
