import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisMarks, chartShape } from './chart-shape.ts'

describe('[REP-01] a line of days', () => {
  it('has gaps where nothing was computed, and stays in its box', () => {
    const value = fc.option(fc.maxSafeInteger(), { nil: null })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
        const shape = chartShape(values)
        expect(shape === undefined).toBe(values.every((one) => one === null))
        if (shape === undefined) return
        for (const [, x = '', y = ''] of shape.line.matchAll(/([-\d.e]+) ([-\d.e]+)/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0)
          expect(Number(x)).toBeLessThanOrEqual(1004)
          expect(Number(y)).toBeGreaterThanOrEqual(0)
          expect(Number(y)).toBeLessThanOrEqual(1000)
        }
      }),
    )
    expect(chartShape([null, null])).toBeUndefined()
    expect(chartShape([0, 10, null, 5])?.line).toBe('M0 1000L333.3 0M1000 500L1004 500')
  })

  it('has three to six round marks around its values', () => {
    expect(axisMarks(0, 10)).toEqual([0, 2.5, 5, 7.5, 10])
    expect(axisMarks(0, 0)).toEqual([0, 0.25])
    expect(axisMarks(0, 2, 1)).toEqual([0, 1, 2])
    expect(axisMarks(-25_000, 50_000)).toEqual([-40_000, -20_000, 0, 20_000, 40_000, 60_000])
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 0 }), fc.integer({ min: 1, max: 1e9 }), (low, high) => {
        const marks = axisMarks(low, high)
        expect(marks[0]).toBeLessThanOrEqual(low + 1e-6)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(high * (1 - 1e-9))
        expect(marks.length).toBeLessThanOrEqual(7)
      }),
    )
  })
})
