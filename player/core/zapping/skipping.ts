/**
 * Skips that add up: three quick double taps are -30 s, shown as one number; each tap seeks at once. The sum is
 * reset after a short pause.
 */
import type { Timers } from '#player/core/state/timers.ts'

/** Skips closer together than this add up. */
export const skipMemoryMs = 800

/** Adds up quick skips. */
export class Skipping {
  readonly #timers: Timers
  readonly #seek: (positionSec: number) => void
  readonly #onChange: (sumSec: number) => void
  #sumSec = 0
  #fromSec = 0
  #cancel: () => void = () => undefined

  /** `onChange` gets the running sum, and 0 when it is over. */
  constructor(timers: Timers, seek: (positionSec: number) => void, onChange: (sumSec: number) => void) {
    this.#timers = timers
    this.#seek = seek
    this.#onChange = onChange
  }

  /** A skip in the other direction starts a new sum. */
  skip(seconds: number, positionSec: number): void {
    if (this.#sumSec === 0 || Math.sign(seconds) !== Math.sign(this.#sumSec)) {
      this.#fromSec = positionSec
      this.#sumSec = 0
    }
    this.#sumSec += seconds
    this.#cancel()
    this.#cancel = this.#timers.after(skipMemoryMs, () => this.#end())
    this.#seek(this.#fromSec + this.#sumSec)
    this.#onChange(this.#sumSec)
  }

  stop(): void {
    this.#cancel()
    this.#sumSec = 0
  }

  #end(): void {
    this.#sumSec = 0
    this.#onChange(0)
  }
}
