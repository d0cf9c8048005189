import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditsStartSec, isFinished, markerAt } from './markers.ts'

describe('markers', () => {
  const markers = [
    { kind: 'intro' as const, begin_sec: 10, end_sec: 40 },
    { kind: 'titles' as const, begin_sec: 500, end_sec: 600 },
  ]
  it('[PLAYER-02] are offered while the position is inside them', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 600, noNaN: true }), (at) => {
        const marker = markerAt(markers, at)
        const inside = (at >= 10 && at < 39) || (at >= 500 && at < 599)
        expect(marker !== null).toBe(inside)
      }),
    )
  })
  it('[PLAYER-02] offer the next episode from the end credits, or near the end without a marker', () => {
    expect(creditsStartSec(markers, 600)).toBe(500)
    expect(creditsStartSec([], 600)).toBe(580)
    expect(isFinished(markers, 500, 600)).toBe(true)
    expect(isFinished([], 569, 600)).toBe(false)
    expect(isFinished([], 570, 600)).toBe(true)
  })
})
