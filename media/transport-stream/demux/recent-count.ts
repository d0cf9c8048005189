/** Counts what may happen now and then but not all the time. */
export class RecentCount {
  readonly #limit: number
  readonly #windowMs: number
  #atMs: number[] = []

  /** More than `limit` times within `windowMs` is too often. */
  constructor(limit: number, windowMs: number) {
    this.#limit = limit
    this.#windowMs = windowMs
  }

  get isTooMany(): boolean {
    return this.#atMs.length > this.#limit
  }

  add(nowMs: number): void {
    if (this.isTooMany) return
    this.#atMs = [...this.#atMs.filter((ms) => nowMs - ms < this.#windowMs), nowMs]
  }
}
