/** For how long viewers could not read, or not write: the time between two requests that succeeded. */

export type Access = 'reads' | 'writes'

export class TimeAway {
  readonly #lastOkMs = new Map<Access, number>()
  readonly #longestMs = new Map<Access, number>()

  /** From now on. */
  begin(nowMs = performance.now()): void {
    for (const access of ['reads', 'writes'] as const) {
      this.#lastOkMs.set(access, nowMs)
      this.#longestMs.set(access, 0)
    }
  }

  /** A request succeeded; `atMs` on the clock of `performance.now()`. */
  succeeded(access: Access, atMs: number): void {
    this.#longestMs.set(access, this.#longestUntil(access, atMs))
    this.#lastOkMs.set(access, Math.max(atMs, this.#lastOkMs.get(access) ?? atMs))
  }

  /** The longest time without a success, up to now, in whole milliseconds. */
  longestMs(access: Access, nowMs = performance.now()): number {
    return Math.round(this.#longestUntil(access, nowMs))
  }

  #longestUntil(access: Access, atMs: number): number {
    return Math.max(this.#longestMs.get(access) ?? 0, atMs - (this.#lastOkMs.get(access) ?? atMs))
  }
}
