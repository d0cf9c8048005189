import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atOnce, inSlices } from '#server/platform/concurrency/in-slices.ts'
import { editDistance } from './edit-distance.ts'
import { PostingsCollector } from './postings.ts'
import { sortInSlices } from './slices.ts'

describe('sliced work', () => {
  it('lets others run in between and returns its result', async () => {
    let others = 0
    const timer = setInterval(() => (others += 1), 1)
    function* work() {
      const until = performance.now() + 60
      while (performance.now() < until) yield
      return 'done'
    }
    expect(await inSlices(work())).toBe('done')
    clearInterval(timer)
    expect(others).toBeGreaterThan(1)
  })

  it('ends without a result when it is no longer requested', async () => {
    function* work() {
      while (performance.now() > 0) yield
      return 1
    }
    expect(await inSlices(work(), () => false)).toBeUndefined()
  })

  it('sorts as a sort does', () => {
    const numbers = fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 5000 })
    fc.assert(
      fc.property(numbers, (list) => {
        const sorted = atOnce(sortInSlices(Uint32Array.from(list), (a, b) => a - b))
        expect([...sorted]).toEqual(list.toSorted((a, b) => a - b))
      }),
      { seed: 1, numRuns: 60 },
    )
  })
})

describe('postings', () => {
  it('contain each position of a key once, with its best weight, in order', () => {
    const entries = fc.array(
      fc.record({
        key: fc.nat({ max: 20 }),
        docId: fc.nat({ max: 200 }),
        weight: fc.constantFrom(0.1, 0.4, 1),
      }),
      { maxLength: 3000 },
    )
    fc.assert(
      fc.property(entries, (value) => {
        const list = value.toSorted((a, b) => a.docId - b.docId)
        const collector = new PostingsCollector()
        for (const { key, docId, weight } of list) collector.add(key, docId, weight)
        const postings = atOnce(collector.seal())
        for (let key = 0; key <= 21; key += 1) {
          const best = new Map<number, number>()
          for (const one of list.filter((other) => other.key === key))
            best.set(one.docId, Math.max(best.get(one.docId) ?? 0, Math.round(one.weight * 200)))
          const range = [postings.begin(key), postings.end(key)] as const
          const matches = [...postings.docIds.slice(...range)].map((docId, at) => [
            docId,
            postings.weights[range[0] + at],
          ])
          expect(matches).toEqual([...best].sort(([a], [b]) => a - b))
        }
      }),
      { seed: 2, numRuns: 60 },
    )
  })
})

describe('the distance of two words', () => {
  /** The same by its definition, without a bound and without shortcuts. */
  const plain = (a: string, b: string): number => {
    const rows = Array.from({ length: a.length + 1 }, (_, i) => [i])
    for (let j = 0; j <= b.length; j += 1) (rows[0] ?? [])[j] = j
    const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
    for (let i = 1; i <= a.length; i += 1)
      for (let j = 1; j <= b.length; j += 1) {
        const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
        const min = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed)
        ;(rows[i] ?? [])[j] = swapped ? Math.min(min, at(i - 2, j - 2) + 1) : min
      }
    return at(a.length, b.length)
  }
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })

  it('counts typing errors, and stops counting when there are too many', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
        expect(editDistance(a, b, max)).toBe(Math.min(plain(a, b), max + 1))
      }),
      { seed: 3, numRuns: 1500 },
    )
  })

  it.each([
    ['шайтанат', 'шайтанат', 0],
    ['шайтанат', 'шатйанат', 1],
    ['шайтанат', 'шайтант', 1],
    ['a'.repeat(80), `${'a'.repeat(79)}b`, 1],
  ])('of %s and %s is %d', (a, b, distance) => {
    expect(editDistance(a, b, 2)).toBe(distance)
  })
})
