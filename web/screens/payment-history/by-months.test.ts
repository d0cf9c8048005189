import { describe, expect, it } from 'vitest'
import { byMonths } from './by-months.ts'

function at(year: number, month: number, day: number, hour = 12) {
  return {
    time: Date.UTC(year, month - 1, day, hour) / 1000,
  }
}

describe('a history by months', () => {
  it('[CAB-02] groups entries by month in Tashkent, in the order they came', () => {
    const newest = at(2027, 1, 3)
    // 20:00 UTC is the next morning in Tashkent.
    const newYear = at(2026, 12, 31, 20)
    const [december, november] = [at(2026, 12, 31, 18), at(2026, 11, 1)]
    expect(byMonths([newest, newYear, december, november])).toEqual([
      { month: '2027-01', items: [newest, newYear] },
      { month: '2026-12', items: [december] },
      { month: '2026-11', items: [november] },
    ])
  })

  it('[CAB-02] has no groups without entries', () => {
    expect(byMonths([])).toEqual([])
  })
})
