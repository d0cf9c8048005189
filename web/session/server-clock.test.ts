import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceMsOf, noteServerDate, nowMs, onClockSet } from './server-clock.ts'

const trueMs = Date.UTC(2026, 10, 22, 11)
const hourMs = 3_600_000

function dateAt(ms: number) {
  return new Date(ms).toUTCString()
}

beforeEach(() => {
  vi.useFakeTimers({ now: trueMs })
  noteServerDate(dateAt(trueMs))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[TV-09] [GUIDE-02] the time on a device whose clock is wrong', () => {
  it.each([5 * hourMs, -5 * hourMs, -400 * 24 * hourMs])('is the server’s, %i ms off', (off) => {
    vi.setSystemTime(trueMs + off)
    noteServerDate(dateAt(trueMs))
    expect(nowMs()).toBe(trueMs)
    vi.advanceTimersByTime(60_000)
    expect(nowMs()).toBe(trueMs + 60_000)
    // What ends in ten minutes there ends in ten minutes here.
    expect(deviceMsOf(trueMs + 600_000) - Date.now()).toBe(540_000)
  })

  it('is its own where it is right, though answers are kept for a while', () => {
    const set = vi.fn()
    const off = onClockSet(set)
    for (const ageMs of [0, 15_000, 60_000, -3000]) noteServerDate(dateAt(trueMs - ageMs))
    for (const said of [null, '', 'yesterday']) noteServerDate(said)
    expect(nowMs()).toBe(trueMs)
    expect(set).not.toHaveBeenCalled()
    off()
  })

  it('is told once, keeps still with later answers, and is its own again when the clock was put right', () => {
    const set = vi.fn()
    const off = onClockSet(set)
    vi.setSystemTime(trueMs + 5 * hourMs)
    noteServerDate(dateAt(trueMs))
    noteServerDate(dateAt(trueMs - 40_000))
    noteServerDate(dateAt(trueMs + 2000))
    expect(nowMs()).toBe(trueMs)
    expect(set).toHaveBeenCalledTimes(1)
    vi.setSystemTime(trueMs + 10_000)
    noteServerDate(dateAt(trueMs + 10_000))
    expect(nowMs()).toBe(trueMs + 10_000)
    expect(set).toHaveBeenCalledTimes(2)
    off()
  })
})
