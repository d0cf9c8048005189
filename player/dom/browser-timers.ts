/** The browser's clock as the core's `Timers`. */
import type { Timers } from '#player/core/state/timers.ts'

/** A browser counts the delay in 32 bits and runs a longer timer at once: 24 days, which a saved film may outlast. */
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
