/** Keeps the screen from going dark while something plays. The browser takes the lock away whenever the page is hidden. */

export interface ScreenLockPort {
  /** Asks for the lock; the answer gives it back. Rejects where the browser does not want to give one. */
  request(): Promise<{ release(): Promise<void> }>
  isVisible(): boolean
}

export class ScreenLock {
  readonly #port: ScreenLockPort
  #isWanted = false
  #isAsking = false
  #held: { release(): Promise<void> } | null = null

  constructor(port: ScreenLockPort) {
    this.#port = port
  }

  /** Whether the screen is to stay on. */
  want(isWanted: boolean): void {
    this.#isWanted = isWanted
    if (isWanted) void this.#take()
    else this.#give()
  }

  /** The page was hidden or is looked at again. */
  visibilityChanged(): void {
    // Taken away by the browser; given back as well, for one that does not.
    this.#give()
    if (this.#isWanted) void this.#take()
  }

  async #take(): Promise<void> {
    if (this.#isAsking || this.#held !== null || !this.#port.isVisible()) return
    this.#isAsking = true
    const lock = await this.#port.request().catch(() => null)
    this.#isAsking = false
    this.#held = lock
    // Paused or hidden while the browser was thinking.
    if (!this.#isWanted || !this.#port.isVisible()) this.#give()
  }

  #give(): void {
    const lock = this.#held
    this.#held = null
    // One that is gone already refuses; then there is nothing to give.
    lock?.release().catch(() => undefined)
  }
}
