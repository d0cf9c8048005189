/**
 * A held key sends presses faster than an old television paints. A move is made only after the last one has been
 * painted, and presses from before that are dropped: the focus stops where the viewer sees it when the key is released.
 */
export class KeyRepeat {
  #isPainting = false
  #paintedAtMs = 0

  /** Whether a press may move the focus. `atMs`: its `timeStamp`, on the clock of `performance.now()`. */
  mayMove(isRepeat: boolean, atMs: number): boolean {
    // Separate presses always count, however fast they follow each other.
    if (!isRepeat) return true
    return !this.#isPainting && atMs >= this.#paintedAtMs
  }

  moved(): void {
    this.#isPainting = true
  }

  painted(atMs: number): void {
    this.#isPainting = false
    this.#paintedAtMs = atMs
  }
}
