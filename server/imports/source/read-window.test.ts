import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWindow } from './read-window.ts'

const fiveHoursMs = 5 * 3_600_000

describe('[OPS-01] when a title may be watched', () => {
  it('is unbounded without values', () => {
    expect(readWindow('', '')).toEqual({ fromMs: null, untilMs: null })
  })

  it('is of whole days of Tashkent, the last one included', () => {
    expect(readWindow('2026-12-01', '2026-12-31')).toEqual({
      fromMs: Date.UTC(2026, 11, 1) - fiveHoursMs,
      untilMs: Date.UTC(2027, 0, 1) - fiveHoursMs,
    })
    expect(readWindow('2026-12-31', '2026-12-31')).toMatchObject({
      untilMs: Date.UTC(2027, 0, 1) - fiveHoursMs,
    })
  })

  it('accepts moments with their zones', () => {
    expect(readWindow('2026-12-31T18:00+05:00', '2026-12-31T13:30Z')).toEqual({
      fromMs: Date.UTC(2026, 11, 31, 13),
      untilMs: Date.UTC(2026, 11, 31, 13, 30),
    })
  })

  it.each([
    'tomorrow',
    '31.12.2026',
    '2026-12-31T18:00',
    '2026-02-31',
    '2026-06-31T10:00Z',
    '2026-12-31T25:00Z',
  ])('is refused with the field and the value when that is %j', (text) => {
    expect(readWindow(text, '')).toEqual({ wrong: expect.stringContaining(`availablefrom "${text}"`) })
    expect(readWindow('', text)).toEqual({ wrong: expect.stringContaining(`availableuntil "${text}"`) })
  })

  it('ends after it starts', () => {
    expect(readWindow('2026-12-31T18:00Z', '2026-12-31T18:00Z')).toEqual({
      wrong: expect.stringContaining('is not after'),
    })
    const moment = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => `${date.toISOString().slice(0, 16)}Z`)
    fc.assert(
      fc.property(moment, moment, (from, until) => {
        const window = readWindow(from, until)
        if ('wrong' in window) expect(Date.parse(from)).toBeGreaterThanOrEqual(Date.parse(until))
        else expect(window).toEqual({ fromMs: Date.parse(from), untilMs: Date.parse(until) })
      }),
    )
  })
})
