import { describe, expect, it } from 'vitest'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { clockText, periodOf } from './period.ts'

const dayMs = 86_400_000
const fiveHoursMs = 5 * 3_600_000

function period(from?: string, to?: string) {
  return periodOf({
    words: [],
    flag: () => false,
    text: (name) => (name === 'from' ? from : name === 'to' ? to : undefined),
  })
}

describe('[PAY-07] the days of a report', () => {
  it('are those of Tashkent, the first and the last included', () => {
    expect(period('2026-11-01', '2026-11-30')).toEqual({
      fromMs: Date.UTC(2026, 10, 1) - fiveHoursMs,
      untilMs: Date.UTC(2026, 11, 1) - fiveHoursMs,
    })
  })

  it('are one day when only the last is given, and all up to today when only the first is', () => {
    expect(period(undefined, '2026-11-05')).toEqual(period('2026-11-05', '2026-11-05'))
    const since = period('2020-01-01')
    if (typeof since === 'string') throw new Error(since)
    expect(since.untilMs).toBeGreaterThan(systemClock.nowMs())
    expect(since.untilMs - systemClock.nowMs()).toBeLessThanOrEqual(dayMs)
  })

  it('are today when none is given', () => {
    const today = period()
    if (typeof today === 'string') throw new Error(today)
    expect(today.untilMs - today.fromMs).toBe(dayMs)
    expect(today.fromMs).toBeLessThanOrEqual(systemClock.nowMs())
  })

  it('may be a 29th of February', () => {
    expect(period('2028-02-29', '2028-02-29')).toEqual({
      fromMs: Date.UTC(2028, 1, 29) - fiveHoursMs,
      untilMs: Date.UTC(2028, 2, 1) - fiveHoursMs,
    })
  })

  it.each([
    '',
    'today',
    '22.11.2026',
    '2026-11-22T10:00',
    '2026-13-01',
    '2026-02-29',
    '2026-02-31',
    '2026-11-31',
  ])('are not %j', (day) => {
    expect(period(day, '2026-11-30')).toMatch(/is not a day as 2026-11-22$/)
    expect(period('2026-01-01', day)).toMatch(/is not a day as 2026-11-22$/)
  })

  it('are in order, and not of a century', () => {
    expect(period('2026-11-02', '2026-11-01')).toBe('2026-11-01 is before 2026-11-02')
    expect(period('1926-11-02', '2026-11-01')).toBe('these are more than 3700 days')
  })
})

describe('a moment in a report', () => {
  it('is Tashkent’s, and empty for what has not happened', () => {
    expect(clockText(Date.UTC(2026, 10, 22, 20, 4, 5))).toBe('2026-11-23 01:04:05')
    expect(clockText(0)).toBe('')
  })
})
