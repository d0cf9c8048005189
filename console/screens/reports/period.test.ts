import { describe, expect, it } from 'vitest'
import { periodOf, readPeriod, spanOf, spans } from './period.ts'

// 2026-03-01 02:00 in Tashkent, still February in UTC.
const nowSec = Date.UTC(2026, 1, 28, 21) / 1000

describe('[REP-01] the period of a report', () => {
  it('is of whole days in Tashkent', () => {
    expect(periodOf('week', nowSec)).toEqual({ from: '2026-02-22', to: '2026-02-28' })
    expect(periodOf('month', nowSec)).toEqual({ from: '2026-01-30', to: '2026-02-28' })
    expect(periodOf('thisMonth', nowSec)).toEqual({ from: '2026-03-01', to: '2026-03-01' })
    expect(periodOf('lastMonth', nowSec)).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(periodOf('year', nowSec)).toEqual({ from: '2025-03-01', to: '2026-02-28' })
    for (const span of spans) expect(spanOf(periodOf(span, nowSec), nowSec)).toBe(span)
  })

  it('is the last thirty days when the address has none that fits', () => {
    const read = (from: string, to: string) => readPeriod(new URLSearchParams({ from, to }), nowSec)
    expect(read('2026-02-03', '2026-02-03')).toEqual({ from: '2026-02-03', to: '2026-02-03' })
    for (const [from, to] of [
      ['', ''],
      ['2026-02-04', '2026-02-03'],
      ['2020-01-01', '2026-02-03'],
      ['yesterday', '2026-02-03'],
    ] as const)
      expect(read(from, to)).toEqual(periodOf('month', nowSec))
  })
})
