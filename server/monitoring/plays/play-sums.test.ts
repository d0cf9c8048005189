import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlayFigures } from '#contract/playback/play-quality.ts'
import {
  addFigures,
  addSums,
  meanRate,
  noSums,
  stallsPerHour,
  startBoundsMs,
  startWithin,
  troubleOf,
} from './play-sums.ts'

const count = fc.integer({ min: 0, max: 1000 })
const plays: fc.Arbitrary<PlayFigures> = fc.record({
  kind: fc.constantFrom('film', 'archive', 'live'),
  id: fc.constant(1),
  begun: fc.integer({ min: 0, max: 1 }),
  abandoned: fc.integer({ min: 0, max: 1 }),
  start_ms: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
  played_ms: count,
  stalls: count,
  stalled_ms: count,
  rated_ms: count,
  bits_per_second: count,
  height: count,
  switches: count,
  failure: fc.option(fc.constant('P1'), { nil: undefined }),
}) as fc.Arbitrary<PlayFigures>

function summed(all: readonly PlayFigures[]) {
  const sums = noSums()
  for (const one of all) addFigures(sums, one)
  return sums
}

describe('the sums of players’ reports', () => {
  it('are the same whether they are added one by one or in two parts', () => {
    fc.assert(
      fc.property(fc.array(plays), fc.array(plays), (some, others) => {
        const parts = summed(some)
        addSums(parts, summed(others))
        const all = summed([...some, ...others])
        expect(parts.starts).toEqual(all.starts)
        expect(parts.plays).toBe(all.plays)
        expect(parts.failures).toBe(all.failures)
        expect(parts.ratedBits).toBeCloseTo(all.ratedBits, 3)
      }),
    )
  })

  it('count each start time in its histogram step', () => {
    for (const [step, boundMs] of startBoundsMs.entries()) {
      const inside = summed([{ start_ms: boundMs } as PlayFigures]).starts
      expect(inside[step]).toBe(1)
      expect(summed([{ start_ms: boundMs + 1 } as PlayFigures]).starts[step + 1]).toBe(1)
    }
  })
})

describe('the start time percentile', () => {
  it('is undefined without a start, and over when most took longer than the last step', () => {
    expect(startWithin(noSums().starts, 0.5)).toBeUndefined()
    expect(startWithin([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9], 0.5)).toBe('over')
    expect(startWithin([], 0.5)).toBeUndefined()
  })

  it('lies within its step, in proportion to the share', () => {
    expect(startWithin([10], 0.5)).toBe(125)
    expect(startWithin([0, 10], 0.5)).toBe(375)
    expect(startWithin([5, 5], 0.5)).toBe(250)
    expect(startWithin([5, 5], 1)).toBe(500)
  })

  it('never falls for a larger share', () => {
    const starts = fc.array(fc.nat(20), { minLength: 11, maxLength: 11 })
    const share = fc.double({ min: 0.01, max: 1, noNaN: true })
    const asMs = (one: number | 'over' | undefined) => (one === 'over' ? Infinity : (one ?? 0))
    fc.assert(
      fc.property(starts, share, share, (steps, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(asMs(startWithin(steps, low))).toBeLessThanOrEqual(asMs(startWithin(steps, high)))
      }),
    )
  })
})

describe('figures derived from the sums', () => {
  it('have no stalls per hour for less than a minute of playback', () => {
    expect(stallsPerHour({ ...noSums(), stalls: 2, playedMs: 59_999 })).toBeUndefined()
    expect(stallsPerHour({ ...noSums(), stalls: 2, playedMs: 7_200_000 })).toBe(1)
  })

  it('weigh each rendition by its playing time', () => {
    const sums = summed([
      { rated_ms: 1000, bits_per_second: 1e6, height: 360 } as PlayFigures,
      { rated_ms: 3000, bits_per_second: 5e6, height: 1080 } as PlayFigures,
    ])
    expect(meanRate(sums)).toEqual({ bitsPerSecond: 4e6, height: 900 })
    expect(meanRate(noSums())).toBeUndefined()
  })

  it('report no problem for hardly watched items, and add failures and waiting for others', () => {
    expect(troubleOf({ ...noSums(), plays: 2, failures: 2, playedMs: 1000 })).toBeUndefined()
    expect(troubleOf({ ...noSums(), plays: 4, failures: 1 })).toBe(0.25)
    expect(troubleOf({ ...noSums(), plays: 4, playedMs: 900, stalledMs: 100 })).toBeCloseTo(0.1)
    expect(troubleOf({ ...noSums(), plays: 3, failures: 9 }), 'failures of plays before').toBe(1)
  })
})
