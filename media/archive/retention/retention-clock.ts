/**
 * The clock for retention. If the wall clock jumped ahead by a year, the whole archive would be deleted within a
 * minute; so this clock follows it at no more than twice the real speed.
 */

const fastest = 2
/** A machine that was off for a night: a jump this small is accepted, since nothing is lost by it. */
const believedMs = 86_400_000

export interface RetentionClockOptions {
  /** Unix milliseconds; may jump. */
  readonly clock: () => number
  /** Monotonic milliseconds, from any origin. */
  readonly steady: () => number
}

export class RetentionClock {
  readonly #options: RetentionClockOptions
  #nowMs: number
  #steadyMs: number

  /** `recordedToMs`: the end of the newest recording; a clock that starts far after it is not trusted at once. */
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

  /** How far the wall clock is ahead of this clock. */
  get disbelievedMs(): number {
    return this.#options.clock() - this.#nowMs
  }
}
