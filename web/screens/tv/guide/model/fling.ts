/** How fast the grid is scrolled down or up: what is flung past nobody reads, so it is neither filled nor asked for. Pure. */

/** More rows than this from one scroll to the next is fast. */
const fastRows = 1.5
/** A fling is over when so long nothing was scrolled. */
export const flingMs = 80
/** Fast scrolls that come no further apart belong to one fling: a slow machine may stand still in the middle of it. */
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
   * The grid is drawn with this much of it above the screen. It is drawn for other reasons than a scroll too, when a part of
   * the guide has come: that neither begins nor ends a fling.
   */
  drawn(top: number, nowMs: number): void {
    if (top === this.#top) return
    const isFast = Math.abs(top - this.#top) > fastRows * this.#rowPx
    const goesOn = nowMs - this.#atMs < stalledAfterMs
    // One leap is no fling: a key, a page, a way back to where it was left.
    this.#fastScrolls = isFast ? (goesOn ? this.#fastScrolls + 1 : 1) : 0
    this.#top = top
    this.#atMs = nowMs
  }

  isFlung(nowMs: number): boolean {
    return this.#fastScrolls > 1 && nowMs - this.#atMs < flingMs
  }
}
