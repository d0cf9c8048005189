/** The browser's clock as the core's `Timers`. */
import type { Timers } from '#player/core/state/timers.ts'

/** The browser's clock and timers. */
export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
