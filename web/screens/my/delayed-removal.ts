/**
 * Removal with undo: a removed item disappears from the screen at once and from the server only after a delay, so
 * that undo restores everything including the order. No DOM and no network here.
 */

/** The items that could not be removed, with the server's message (empty when the server was not reached). */
export interface Leftover {
  readonly ids: readonly number[]
  readonly message: string
}

interface Wiring {
  /** Runs a function later; returns the function that cancels it. */
  readonly later: (run: () => void, delayMs: number) => () => void
  readonly send: (ids: readonly number[]) => Promise<Leftover | null>
  /** Called after every change. */
  readonly changed: () => void
  readonly failed: (leftover: Leftover) => void
}

/** How long undo is offered. */
export const undoMs = 8000

export class DelayedRemoval {
  readonly #wiring: Wiring
  readonly #hidden = new Set<number>()
  #waiting: readonly number[] = []
  #callOff: () => void = () => undefined

  constructor(wiring: Wiring) {
    this.#wiring = wiring
  }

  /** The items that can still be restored. */
  get waiting(): readonly number[] {
    return this.#waiting
  }

  hides(id: number): boolean {
    return this.#hidden.has(id)
  }

  /** A removal still waiting is sent now: only the last one can be undone. */
  remove(ids: readonly number[]): void {
    this.flush()
    if (ids.length === 0) return
    this.#waiting = ids
    for (const id of ids) this.#hidden.add(id)
    this.release()
    this.#wiring.changed()
  }

  undo(): void {
    this.#callOff()
    for (const id of this.#waiting) this.#hidden.delete(id)
    this.#waiting = []
    this.#wiring.changed()
  }

  /** The undo button has the focus or the pointer: the timer is paused. */
  hold(): void {
    this.#callOff()
  }

  /** The timer starts again. */
  release(): void {
    this.#callOff()
    if (this.#waiting.length > 0) this.#callOff = this.#wiring.later(() => this.flush(), undoMs)
  }

  /** Sends the waiting removal at once: the time is over, or the page is being left. */
  flush(): void {
    this.#callOff()
    const ids = this.#waiting
    if (ids.length === 0) return
    this.#waiting = []
    this.#wiring.changed()
    void this.#send(ids)
  }

  async #send(ids: readonly number[]): Promise<void> {
    const leftover = await this.#wiring.send(ids)
    if (leftover === null) return
    for (const id of leftover.ids) this.#hidden.delete(id)
    this.#wiring.changed()
    this.#wiring.failed(leftover)
  }
}
