/**
 * The end of a run, or of one viewer's watching: what waits for time stops waiting. Tens of thousands wait at once, so
 * joining and leaving take the same time however many they are, which the listeners of an AbortSignal do not.
 */
export class Ending {
  readonly #callbacks = new Set<() => void>()
  readonly #leave: () => void
  #isOver = false

  /** With a parent, it ends with it at the latest. */
  constructor(parent?: Ending) {
    this.#leave = parent?.onEnd(() => this.end()) ?? (() => undefined)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#leave()
    for (const run of this.#callbacks) run()
    this.#callbacks.clear()
  }

  /** Calls back at the end, at once when it is over; returns how to leave. */
  onEnd(run: () => void): () => void {
    if (this.#isOver) {
      run()
      return () => undefined
    }
    this.#callbacks.add(run)
    return () => void this.#callbacks.delete(run)
  }

  /** Waits this long, in ms, or until the end. */
  async sleep(ms: number): Promise<void> {
    if (ms <= 0 || this.#isOver) return
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        leave()
        resolve()
      }
      const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1))
      const leave = this.onEnd(done)
    })
  }
}
