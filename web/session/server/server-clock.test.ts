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
  it.each([5 * hourMs, -5 * hourMs, -400 * 24 * hourMs])("is the server's when it is %i ms off", (off) => {
    vi.setSystemTime(trueMs + off)
    noteServerDate(dateAt(trueMs))
    expect(nowMs()).toBe(trueMs)
    vi.advanceTimersByTime(60_000)
    expect(nowMs()).toBe(trueMs + 60_000)
    // What expires in ten minutes there expires in ten minutes here.
    expect(deviceMsOf(trueMs + 600_000) - Date.now()).toBe(540_000)
  })

  it("is the device's own where it is right, though responses are cached for a while", () => {
    const set = vi.fn()
    const off = onClockSet(set)
    for (const ageMs of [0, 15_000, 60_000, -3000]) noteServerDate(dateAt(trueMs - ageMs))
    for (const said of [null, '', 'yesterday']) noteServerDate(said)
    expect(nowMs()).toBe(trueMs)
    expect(set).not.toHaveBeenCalled()
    off()
  })

  it("is reported once, stays stable with later responses, and is the device's own again after a correction", () => {
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
