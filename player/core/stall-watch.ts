/** Waiting for data, while it should play, for longer than anybody waits. */
import type { Timers } from './timers.ts'

/** Waiting for data longer than this, while it should play, is a stall. */
export const STALL_LIMIT_MS = 12_000

export class StallWatch {
  readonly #timers: Timers
  readonly #onStall: () => void
  #cancel: (() => void) | null = null

  constructor(timers: Timers, onStall: () => void) {
    this.#timers = timers
    this.#onStall = onStall
  }

  /** Told of every change; the time runs from the first `true` on. */
  note(waiting: boolean): void {
    if (!waiting) {
      this.#cancel?.()
      this.#cancel = null
    } else {
      this.#cancel ??= this.#timers.after(STALL_LIMIT_MS, () => {
        this.#cancel = null
        this.#onStall()
      })
    }
  }
}
