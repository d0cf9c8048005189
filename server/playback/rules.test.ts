import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archiveWindow, freeWindow, ticketEndMs } from './rules.ts'

const nowMs = 1_800_000_000_000
const dayMs = 86_400_000

describe('how long an address is valid', () => {
  it('[PLAYER-07] always expires, and never later than the right', () => {
    const right = fc.option(fc.integer({ min: nowMs + 1, max: nowMs + 10 * dayMs }))
    fc.assert(
      fc.property(fc.integer({ min: 60_000, max: dayMs }), right, (ticketMs, rightUntilMs) => {
        const endMs = ticketEndMs({ nowMs, ticketMs, rightUntilMs })
        expect(endMs % 1000).toBe(0)
        if (rightUntilMs === null) expect(endMs).toBeGreaterThan(nowMs)
        expect(endMs).toBeLessThanOrEqual(nowMs + ticketMs)
        if (rightUntilMs !== null) expect(endMs).toBeLessThanOrEqual(rightUntilMs)
      }),
    )
  })
})

describe('the part of a programme that the archive can serve', () => {
  const window = (beginMs: number, endMs: number) => archiveWindow({ beginMs, endMs }, nowMs)

  it('[GUIDE-03] is available only after the programme has started', () => {
    expect(window(nowMs + 1, nowMs + 2000)).toEqual({ kind: 'not_begun' })
    expect(window(nowMs - 7 * dayMs - 1000, nowMs - 7 * dayMs + 1000).kind).toBe('window')
  })

  it('of a running programme reaches to its end', () => {
    const beginSec = nowMs / 1000 - 600
    const endSec = nowMs / 1000 + 600
    expect(window(nowMs - 600_000, nowMs + 600_000)).toEqual({ kind: 'window', beginSec, endSec })
  })
})

describe('any window of the archive', () => {
  const nothing = () => false

  it('[GUIDE-04] lies within the stored range, is no longer than a day, and has started', () => {
    const nowSec = nowMs / 1000
    const oldestSec = nowSec - (7 * dayMs) / 1000
    const begin = fc.integer({ min: oldestSec - 900_000, max: nowSec + 90_000 })
    fc.assert(
      fc.property(begin, fc.nat(1_000_000), (beginSec, length) => {
        const window = freeWindow({ beginSec, endSec: beginSec + length }, 7 * dayMs, nowMs, nothing)
        if (beginSec >= nowSec) expect(window.kind).toBe('not_begun')
        else if (length === 0 || beginSec + length <= oldestSec) expect(window.kind).toBe('too_old')
        else {
          if (window.kind !== 'window' || window.endSec === 'now') throw new Error(window.kind)
          expect(window.beginSec).toBe(Math.max(beginSec, oldestSec))
          expect(window.endSec - window.beginSec).toBeGreaterThan(0)
          expect(window.endSec).toBe(Math.min(beginSec + length, window.beginSec + 86_400))
        }
      }),
      { seed: 3 },
    )
    expect(freeWindow({ beginSec: 1e9, endSec: 'now' }, 7 * dayMs, nowMs, nothing)).toEqual({
      kind: 'window',
      beginSec: oldestSec,
      endSec: 'now',
    })
  })

  it('[GUIDE-03] starts before the archive depth where a protected fragment is stored, and checks only that part', () => {
    const oldestSec = nowMs / 1000 - 7 * 86_400
    const requests: (readonly [number, number])[] = []
    const stored = (beginMs: number, endMs: number) => {
      requests.push([beginMs / 1000 - oldestSec, endMs / 1000 - oldestSec])
      return true
    }
    const window = (from: number, to: number | 'now') =>
      freeWindow(
        { beginSec: oldestSec + from, endSec: to === 'now' ? to : oldestSec + to },
        7 * dayMs,
        nowMs,
        stored,
      )
    const result = (from: number, to: number) => ({
      kind: 'window',
      beginSec: oldestSec + from,
      endSec: oldestSec + to,
    })
    expect(window(-9000, -3000)).toEqual(result(-9000, -3000))
    expect(window(-600, 600)).toEqual(result(-600, 600))
    expect(window(-200_000, -1)).toEqual(result(-200_000, -200_000 + 86_400))
    expect(requests).toEqual([
      [-9000, -3000],
      [-600, 0],
      [-200_000, -200_000 + 86_400],
    ])
    // A window without an end grows while it is watched: it never starts before the depth.
    expect(window(-600, 'now')).toEqual({ kind: 'window', beginSec: oldestSec, endSec: 'now' })
    expect(requests).toHaveLength(3)
  })
})
