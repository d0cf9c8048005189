import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCalendarDay } from './calendar-day.ts'

describe('a calendar day', () => {
  it('is accepted for every moment, with any text after it', () => {
    const moment = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, (date) => {
        expect(isCalendarDay(date.toISOString())).toBe(true)
        expect(isCalendarDay(date.toISOString().slice(0, 10))).toBe(true)
      }),
    )
  })

  it.each(['2026-02-29', '2026-02-30', '2026-02-31', '2026-04-31', '2100-02-29', '2026-00-10', '2026-13-10'])(
    'is not %s',
    (day) => {
      expect(isCalendarDay(day)).toBe(false)
      expect(isCalendarDay(`${day}T12:00:00Z`)).toBe(false)
    },
  )

  it.each(['', '2026', '2026-1-1', '22.11.2026', '2026-11-2', 'yesterday'])('is not %j', (text) => {
    expect(isCalendarDay(text)).toBe(false)
  })

  it('may be the 29th of February of a leap year', () => {
    expect(['2028-02-29', '2000-02-29', '1900-02-29'].map(isCalendarDay)).toEqual([true, true, false])
  })
})
