/**
 * The speed of vertical scrolling: rows passed by a fling cannot be read, so they are neither filled nor requested.
 * Pure.
 */

/** More rows than this between two scroll events is fast. */
const fastRows = 1.5
/** A fling is over after this time without a scroll event. */
export const flingMs = 80
/** Fast scroll events at most this far apart belong to one fling: a slow device may stall in the middle of it. */
const stalledAfterMs = 150

export class Fling {
  readonly #rowPx: number
  #top = 0
  #atMs = Number.NEGATIVE_INFINITY
  #fastScrolls = 0

  constructor(rowPx: number) {
    this.#rowPx = rowPx
  }

  /**
   * Called with each drawing of the grid; `top`: the height scrolled off its top. The grid is also drawn when tiles
   * have loaded: that neither starts nor ends a fling.
   */
  drawn(top: number, nowMs: number): void {
    if (top === this.#top) return
    const isFast = Math.abs(top - this.#top) > fastRows * this.#rowPx
    const goesOn = nowMs - this.#atMs < stalledAfterMs
    // A single jump is not a fling: a key, a page, restoring the position.
    this.#fastScrolls = isFast ? (goesOn ? this.#fastScrolls + 1 : 1) : 0
    this.#top = top
    this.#atMs = nowMs
  }

  isFlung(nowMs: number): boolean {
    return this.#fastScrolls > 1 && nowMs - this.#atMs < flingMs
  }
}
