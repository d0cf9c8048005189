import { describe, expect, it } from 'vitest'
import { earlierCount } from './earlier-programmes.ts'

const hourSec = 3600
/** A day of hours, starting at 0; the programme of hour 5 has the pid 5. */
const day = Array.from({ length: 24 }, (_, index) => ({ pid: index, end_time: (index + 1) * hourSec }))

describe('where the list of a day starts on a phone', () => {
  it('[GUIDE-03] one programme above the current one', () => {
    expect(earlierCount(day, null, 15.5 * hourSec)).toBe(14)
    expect(earlierCount(day, null, 15 * hourSec)).toBe(14)
    expect(earlierCount(day, null, 0.5 * hourSec)).toBe(0)
    expect(earlierCount(day, null, 1.5 * hourSec)).toBe(0)
  })

  it('[GUIDE-04] one programme above the one that plays, on any day', () => {
    expect(earlierCount(day, 6, 15.5 * hourSec)).toBe(5)
    expect(earlierCount(day, 20, 99 * hourSec)).toBe(19)
    expect(earlierCount(day, 777, 15.5 * hourSec)).toBe(14)
  })

  it('at the beginning of a past, future or empty day', () => {
    expect(earlierCount(day, null, 99 * hourSec)).toBe(0)
    expect(earlierCount(day, null, -99 * hourSec)).toBe(0)
    expect(earlierCount([], null, 5)).toBe(0)
  })
})
