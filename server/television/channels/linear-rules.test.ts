import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assetFor, linearSchedule } from './linear-rules.ts'

function programme(beginMs: number, assetId: string, lengthMs = 100) {
  return {
    beginMs,
    endMs: beginMs + lengthMs,
    assetId,
  }
}

describe('what a linear channel plays', () => {
  const ready = [
    { assetId: 'a', readyAtMs: 1000 },
    { assetId: 'b', readyAtMs: 2000 },
  ]

  it('is the guide’s asset when that was ready, and never changes for past programmes', () => {
    expect(assetFor('1', programme(2000, 'b'), ready)).toBe('b')
    expect(assetFor('1', programme(1500, 'b'), ready)).toBe('a')
    // The programme on the air when the first asset became ready plays that one, also after its own asset is ready.
    expect(assetFor('1', programme(950, 'b'), ready)).toBe('a')
    expect(assetFor('1', programme(950, 'b'), ready.slice(0, 1))).toBe('a')
    // Over before anything was ready: the guide's.
    expect(assetFor('1', programme(100, 'b'), ready)).toBe('b')
    expect(assetFor('1', programme(100, 'never made'), ready)).toBe('a')
    expect(assetFor('1', programme(100, 'never made'), ready.slice(0, 1))).toBe('a')
    expect(assetFor('1', programme(100, 'a'), [])).toBeUndefined()
  })

  it('does not change for programmes that started after an asset was ready when more become ready later', () => {
    const assets = fc.uniqueArray(
      fc.record({ assetId: fc.stringMatching(/^[a-e]$/), readyAtMs: fc.integer({ min: 0, max: 900 }) }),
      { minLength: 1, maxLength: 5, selector: ({ assetId }) => assetId },
    )
    fc.assert(
      fc.property(
        assets,
        fc.integer({ min: 900, max: 2000 }),
        fc.integer({ min: 1, max: 500 }),
        (now, at, later) => {
          const shown = programme(at, 'late')
          const more = [...now, { assetId: 'late', readyAtMs: at + later }]
          expect(assetFor('7', shown, more)).toBe(assetFor('7', shown, now))
          expect(assetFor('7', shown, [...more].reverse())).toBe(assetFor('7', shown, now))
        },
      ),
    )
  })

  it('is a schedule without a gap over any window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 3000 }),
        (holes, from, length) => {
          let beginMs = 1000
          const guide = holes.map((hole) => {
            const one = programme(beginMs, 'a', 100)
            beginMs += 100 + hole
            return one
          })
          const window = { fromMs: from, toMs: from + length }
          const items = linearSchedule('1', guide, ready, window)
          expect(items[0]?.beginMs).toBeLessThanOrEqual(window.fromMs)
          expect(items.at(-1)?.endMs).toBeGreaterThanOrEqual(window.toMs)
          items.forEach((item, index) => {
            const next = items[index + 1]
            if (next !== undefined) expect(next.beginMs).toBe(item.endMs)
          })
        },
      ),
    )
  })
})
