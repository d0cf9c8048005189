/** Counts events that are acceptable from time to time but not continuously. */
export class RecentCount {
  readonly #limit: number
  readonly #windowMs: number
  #atMs: number[] = []

  /** More than `limit` events within `windowMs` are too many. */
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
