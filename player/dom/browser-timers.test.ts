import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserTimers } from './browser-timers.ts'

const dayMs = 86_400_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[PLAYER-08] a timer of the player', () => {
  it('can wait longer than a browser timer, as for the address of a film saved for sixty days', () => {
    const run = vi.fn()
    browserTimers.after(60 * dayMs, run)
    vi.advanceTimersByTime(59 * dayMs)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(dayMs)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('that is cancelled in its second period never runs', () => {
    const run = vi.fn()
    const cancel = browserTimers.after(60 * dayMs, run)
    vi.advanceTimersByTime(30 * dayMs)
    cancel()
    vi.advanceTimersByTime(60 * dayMs)
    expect(run).not.toHaveBeenCalled()
  })
})
