/**
 * The time by which retention counts. A wall clock that jumps ahead by a year would have a whole archive deleted within
 * a minute; here it is followed no faster than twice the time that really passes.
 */

const fastest = 2
/** A machine that was off for a night: nothing is lost by believing it. */
const believedMs = 86_400_000

export interface RetentionClockOptions {
  /** Unix milliseconds; may jump. */
  readonly clock: () => number
  /** Milliseconds that only grow, from anywhere. */
  readonly steady: () => number
}

export class RetentionClock {
  readonly #options: RetentionClockOptions
  #nowMs: number
  #steadyMs: number

  /** `recordedToMs`: the end of the newest recording; a clock that starts far after it is not believed at once. */
  constructor(options: RetentionClockOptions, recordedToMs: number | undefined) {
    this.#options = options
    const wallMs = options.clock()
    this.#nowMs = recordedToMs === undefined ? wallMs : Math.min(wallMs, recordedToMs + believedMs)
    this.#steadyMs = options.steady()
  }

  /** Unix ms, never ahead of the wall clock. */
  nowMs(): number {
    const steadyMs = this.#options.steady()
    const reachedMs = this.#nowMs + fastest * Math.max(0, steadyMs - this.#steadyMs)
    this.#nowMs = Math.min(this.#options.clock(), reachedMs)
    this.#steadyMs = steadyMs
    return this.#nowMs
  }

  /** How far the wall clock is ahead of what is believed. */
  get disbelievedMs(): number {
    return this.#options.clock() - this.#nowMs
  }
}
