/**
 * Removing with a way back: what is removed is gone from the screen at once and from the server only when the moment to
 * think it over has passed, so that taking it back loses nothing, not even the order. No DOM and no network here.
 */

/** What did not go, and why in words (empty when the server was not reached). */
export interface Leftover {
  readonly ids: readonly number[]
  readonly message: string
}

interface Wiring {
  /** Runs something later; gives the way to call it off. */
  readonly later: (run: () => void, delayMs: number) => () => void
  readonly send: (ids: readonly number[]) => Promise<Leftover | null>
  /** After every change. */
  readonly changed: () => void
  readonly failed: (leftover: Leftover) => void
}

/** How long the way back stands. */
export const undoMs = 8000

export class DelayedRemoval {
  readonly #wiring: Wiring
  readonly #hidden = new Set<number>()
  #waiting: readonly number[] = []
  #callOff: () => void = () => undefined

  constructor(wiring: Wiring) {
    this.#wiring = wiring
  }

  /** What can still be taken back. */
  get waiting(): readonly number[] {
    return this.#waiting
  }

  hides(id: number): boolean {
    return this.#hidden.has(id)
  }

  /** A removal that still waits is sent now: there is one way back, to the last. */
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

  /** Somebody is at the way back: time does not run. */
  hold(): void {
    this.#callOff()
  }

  /** Time runs from its beginning. */
  release(): void {
    this.#callOff()
    if (this.#waiting.length > 0) this.#callOff = this.#wiring.later(() => this.flush(), undoMs)
  }

  /** Sends what waits, at once: the time is over, or the page is left. */
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
