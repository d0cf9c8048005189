/** For how long viewers could not read, or not write: the time between two requests of a kind that succeeded. */

export type Access = 'reads' | 'writes'

interface KindOfRequest {
  readonly access: Access
  lastOkMs: number
  longestMs: number
}

export class TimeAway {
  readonly #kinds = new Map<string, KindOfRequest>()
  #beganMs = 0

  /** From now on. */
  begin(nowMs = performance.now()): void {
    this.#beganMs = nowMs
    for (const kind of this.#kinds.values()) Object.assign(kind, { lastOkMs: nowMs, longestMs: 0 })
  }

  /** A request succeeded; `atMs` on the clock of `performance.now()`. */
  succeeded(name: string, access: Access, atMs: number): void {
    let kind = this.#kinds.get(name)
    if (kind === undefined) this.#kinds.set(name, (kind = { access, lastOkMs: this.#beganMs, longestMs: 0 }))
    kind.longestMs = longestUntil(kind, atMs)
    kind.lastOkMs = Math.max(atMs, kind.lastOkMs)
  }

  /** The longest time, up to now, for which a kind of request had no success, in whole milliseconds. */
  longestMs(access: Access, nowMs = performance.now()): number {
    const kinds = [...this.#kinds.values()].filter((kind) => kind.access === access)
    return Math.round(Math.max(0, ...kinds.map((kind) => longestUntil(kind, nowMs))))
  }
}

function longestUntil({ lastOkMs, longestMs }: KindOfRequest, atMs: number): number {
  return Math.max(longestMs, atMs - lastOkMs)
}
