/** The browser's clock as the core's `Timers`. */
import type { Timers } from '#player/core/state/timers.ts'

/** Browsers store the delay in 32 bits and run a longer timer at once: 24 days, less than a saved film may need. */
const longestMs = 2_147_483_647

/** The browser's clock and timers. */
export const browserTimers: Timers = {
  now: () => Date.now(),
  after(ms, run) {
    let timer: ReturnType<typeof setTimeout>
    const wait = (leftMs: number) => {
      const isLast = leftMs <= longestMs
      timer = setTimeout(isLast ? run : () => wait(leftMs - longestMs), Math.min(leftMs, longestMs))
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}
