import { describe, expect, it } from 'vitest'
import { hourFigures } from './data-saving.ts'

function rates(...all: number[]) {
  return all.map((bitsPerSecond, at) => ({ height: 1080 - at * 100, bitsPerSecond }))
}

describe('[ALIVE-02] the figures of the data saver', () => {
  it('are those of the renditions that would play', () => {
    const figures = hourFigures(rates(2_528_000, 1_628_000, 978_000, 578_000))
    expect(figures?.full).toBeCloseTo(1.14, 2)
    expect(figures?.saving).toBeCloseTo(0.26, 2)
  })

  it('count the lowest rendition where all are above the limit', () => {
    expect(hourFigures(rates(4_000_000, 2_000_000))?.saving).toBeCloseTo(0.9, 2)
  })

  it('are unknown without renditions', () => {
    expect(hourFigures([])).toBeNull()
    expect(hourFigures(rates(0))).toBeNull()
  })
})
