/** A queue of picture work: at most `atOnce` at a time, at most `maxWaiting` waiting, and each key once. */
export class WorkQueue<Result> {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #pending = new Map<string, Promise<Result>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** The work's result, shared by all concurrent requests for `key`; undefined when the queue is full. */
  run(key: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const flying = this.#pending.get(key)
    if (flying !== undefined) return flying
    if (this.#running >= this.#atOnce && this.#waiting.length >= this.#maxWaiting) return undefined
    const result = this.#turn()
      .then(work)
      .finally(() => {
        this.#pending.delete(key)
        const next = this.#waiting.shift()
        // The slot is passed on, so that no other task can take it in between.
        if (next === undefined) this.#running -= 1
        else next()
      })
    this.#pending.set(key, result)
    return result
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#atOnce) await new Promise<void>((begin) => this.#waiting.push(begin))
    else this.#running += 1
  }
}
