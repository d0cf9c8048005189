/** Keeps the screen on during playback. The browser releases the lock whenever the page is hidden. */

export interface WakeLockDeps {
  /** Requests the lock; resolves with its release. Rejects when the browser refuses it. */
  request(): Promise<{ release(): Promise<void> }>
  isVisible(): boolean
}

/** Keeps the screen on while it is requested and the page is visible. */
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

  /** The page was hidden or is visible again. */
  visibilityChanged(): void {
    // The browser has released it; released here as well, for browsers that do not.
    this.#give()
    if (this.#isRequested) void this.#take()
  }

  async #take(): Promise<void> {
    if (this.#isAsking || this.#lock !== null || !this.#deps.isVisible()) return
    this.#isAsking = true
    const lock = await this.#deps.request().catch(() => null)
    this.#isAsking = false
    this.#lock = lock
    // Paused or hidden while the request was under way.
    if (!this.#isRequested || !this.#deps.isVisible()) this.#give()
  }

  #give(): void {
    const lock = this.#lock
    this.#lock = null
    // A lock already released rejects; nothing to do.
    lock?.release().catch(() => undefined)
  }
}
