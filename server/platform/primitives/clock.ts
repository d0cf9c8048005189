/** The time, as a parameter: unix milliseconds. Rules and use cases take a `Clock`, never `Date.now`. */
export interface Clock {
  /** Unix time in milliseconds. */
  nowMs(): number
}

/** The machine's own clock. */
export const systemClock: Clock = { nowMs: () => Date.now() }

/** A clock that moves only on request; for tests and simulations. */
export interface ManualClock extends Clock {
  setMs(unixMs: number): void
  advanceMs(durationMs: number): void
}

/** A `ManualClock` that starts at `startMs` (unix milliseconds). */
export function manualClock(startMs: number): ManualClock {
  let nowMs = startMs
  return {
    nowMs: () => nowMs,
    setMs: (unixMs) => {
      nowMs = unixMs
    },
    advanceMs: (durationMs) => {
      nowMs += durationMs
    },
  }
}
