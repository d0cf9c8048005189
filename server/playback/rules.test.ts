import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archiveWindow, ticketEndMs } from './rules.ts'

const nowMs = 1_800_000_000_000
const day = 86_400_000

describe('how long an address is good', () => {
  it('[PLAYER-07] always ends, and never after the right does', () => {
    const right = fc.option(fc.integer({ min: nowMs + 1, max: nowMs + 10 * day }))
    fc.assert(
      fc.property(fc.integer({ min: 60_000, max: day }), right, (ticketMs, rightUntilMs) => {
        const endMs = ticketEndMs({ nowMs, ticketMs, rightUntilMs })
        expect(endMs % 1000).toBe(0)
        if (rightUntilMs === null) expect(endMs).toBeGreaterThan(nowMs)
        expect(endMs).toBeLessThanOrEqual(nowMs + ticketMs)
        if (rightUntilMs !== null) expect(endMs).toBeLessThanOrEqual(rightUntilMs)
      }),
    )
  })
})

describe('what of a programme the archive can give', () => {
  const window = (beginMs: number, endMs: number) => archiveWindow({ beginMs, endMs }, 7 * day, nowMs)

  it('[GUIDE-03] only what has begun and is not older than the archive', () => {
    expect(window(nowMs + 1, nowMs + 2000)).toEqual({ kind: 'not_begun' })
    expect(window(nowMs - 8 * day, nowMs - 7 * day)).toEqual({ kind: 'too_old' })
    expect(window(nowMs - 7 * day - 1000, nowMs - 7 * day + 1000).kind).toBe('window')
  })

  it('a running one is given to its end', () => {
    const beginSec = nowMs / 1000 - 600
    const endSec = nowMs / 1000 + 600
    expect(window(nowMs - 600_000, nowMs + 600_000)).toEqual({ kind: 'window', beginSec, endSec })
  })
})
