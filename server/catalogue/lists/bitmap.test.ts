import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bitmap } from './bitmap.ts'

/** Positions in a list of this size. */
const lists = fc
  .integer({ min: 1, max: 200 })
  .chain((size) => fc.tuple(fc.constant(size), indexes(size), indexes(size)))

function indexes(size: number): fc.Arbitrary<Set<number>> {
  return fc.uniqueArray(fc.nat(size - 1)).map((list) => new Set(list))
}

function indexesIn(bitmap: Bitmap): Set<number> {
  return new Set(
    Array.from({ length: bitmap.size }, (_, index) => index).filter((index) => bitmap.has(index)),
  )
}

describe('[CAT-01] a set of positions in a list', () => {
  it('holds what was added and nothing else', () => {
    fc.assert(
      fc.property(lists, ([size, some]) => {
        const bitmap = Bitmap.of(size, some)
        expect(indexesIn(bitmap)).toEqual(some)
        expect(bitmap.count()).toBe(some.size)
      }),
    )
  })

  it('combines with another as sets do, whatever their sizes in words', () => {
    fc.assert(
      fc.property(lists, ([size, some, others]) => {
        const both = Bitmap.of(size, some)
        both.and(Bitmap.of(size, others))
        expect(indexesIn(both)).toEqual(some.intersection(others))
        const either = Bitmap.of(size, some)
        either.or(Bitmap.of(size, others))
        expect(indexesIn(either)).toEqual(some.union(others))
      }),
    )
  })

  it('counts what it shares with others without being changed', () => {
    fc.assert(
      fc.property(lists, ([size, some, others]) => {
        const bitmap = Bitmap.of(size, some)
        const countOf = bitmap.counter()
        expect(countOf(Bitmap.of(size, others))).toBe(some.intersection(others).size)
        expect(countOf(Bitmap.full(size))).toBe(some.size)
        expect(indexesIn(bitmap)).toEqual(some)
      }),
    )
  })

  it('is full to its last position and no further', () => {
    for (const size of [1, 31, 32, 33, 64, 65]) {
      expect(Bitmap.full(size).count(), String(size)).toBe(size)
      expect(Bitmap.full(size).has(size - 1)).toBe(true)
    }
    expect(Bitmap.full(0).count()).toBe(0)
  })

  it('is independent after it is copied', () => {
    const first = Bitmap.of(40, [1, 39])
    const copy = first.copy()
    copy.add(7)
    expect([first.count(), copy.count()]).toEqual([2, 3])
  })

  it('ignores positions outside the list', () => {
    expect(indexesIn(Bitmap.of(5, [undefined, 2, undefined]))).toEqual(new Set([2]))
  })
})
