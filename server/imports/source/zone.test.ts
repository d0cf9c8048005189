import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readZone } from './zone.ts'

const hourMs = 3_600_000
const local = Date.UTC(2026, 6, 1, 12)

describe('[GUIDE-07] a zone of a guide', () => {
  it.each([
    ['+05:00', 5],
    ['+5', 5],
    ['+0500', 5],
    ['-0330', -3.5],
    ['\u22120330', -3.5],
    ['UTC+3', 3],
    ['gmt -2', -2],
    ['Z', 0],
    ['UTC', 0],
    ['MSK', 3],
    [' Asia/Tashkent ', 5],
    ['Asia/Kolkata', 5.5],
    ['Europe/London', 1],
  ])('%j is %d hours from UTC in summer', (name, hours) => {
    const zone = readZone(name)
    expect(zone?.utcOf(local)).toBe(local - hours * hourMs)
    expect(zone?.localOf(local - hours * hourMs)).toBe(local)
  })

  it.each([
    '',
    '+',
    '+15:00',
    '+05:60',
    '+12345',
    'Mars',
    'Mars/Olympus',
    'x'.repeat(61),
    '../../etc/passwd',
  ])('%j is invalid', (name) => {
    expect(readZone(name)).toBeUndefined()
    expect(readZone(name), 'when it is remembered').toBeUndefined()
  })

  it('uses the first of two moments when clocks are set back', () => {
    // In London 01:30 comes twice on 25 October 2026, first in summer time.
    const london = readZone('Europe/London')
    expect(london?.utcOf(Date.UTC(2026, 9, 25, 1, 30))).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })

  it('uses an hour later for a time that clocks skip', () => {
    // In London there is no 01:30 on 29 March 2026.
    const london = readZone('Europe/London')
    const utcMs = london?.utcOf(Date.UTC(2026, 2, 29, 1, 30)) ?? 0
    expect(london?.localOf(utcMs)).toBe(Date.UTC(2026, 2, 29, 2, 30))
  })

  it('converts back every local time to its moment', () => {
    const names = fc.constantFrom('+05:00', 'Asia/Tashkent', 'Europe/London', 'America/St_Johns', 'MSK')
    // From January 2020 to 2030, in minutes.
    const minutes = fc.integer({ min: 26_300_000, max: 31_500_000 })
    fc.assert(
      fc.property(names, minutes, (name, minute) => {
        const zone = readZone(name)
        if (zone === undefined) throw new Error(`${name} is not read`)
        const utcMs = minute * 60_000
        const shown = zone.localOf(utcMs)
        const back = zone.utcOf(shown)
        expect(zone.localOf(back)).toBe(shown)
        // Another moment only in the repeated hour, and then the first one.
        expect([0, hourMs]).toContain(utcMs - back)
      }),
    )
  })
})
