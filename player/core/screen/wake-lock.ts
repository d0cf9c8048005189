/** Keeps the screen from going dark while something plays. The browser takes the lock away whenever the page is hidden. */

export interface WakeLockDeps {
  /** Asks for the lock; the answer gives it back. Rejects where the browser does not want to give one. */
  request(): Promise<{ release(): Promise<void> }>
  isVisible(): boolean
}

/** Holds the screen awake while it is requested and the page is visible. */
export class ScreenWakeLock {
  readonly #deps: WakeLockDeps
  #isRequested = false
  #isAsking = false
  #lock: { release(): Promise<void> } | null = null

  constructor(port: WakeLockDeps) {
    this.#deps = port
  }

  /** Whether the screen is to stay on. */
  want(isRequested: boolean): void {
    this.#isRequested = isRequested
    if (isRequested) void this.#take()
    else this.#give()
  }

  /** The page was hidden or is looked at again. */
  visibilityChanged(): void {
    // Taken away by the browser; given back as well, for one that does not.
    this.#give()
    if (this.#isRequested) void this.#take()
  }

  async #take(): Promise<void> {
    if (this.#isAsking || this.#lock !== null || !this.#deps.isVisible()) return
    this.#isAsking = true
    const lock = await this.#deps.request().catch(() => null)
    this.#isAsking = false
    this.#lock = lock
    // Paused or hidden while the browser was thinking.
    if (!this.#isRequested || !this.#deps.isVisible()) this.#give()
  }

  #give(): void {
    const lock = this.#lock
    this.#lock = null
    // One that is gone already refuses; then there is nothing to give.
    lock?.release().catch(() => undefined)
  }
}
