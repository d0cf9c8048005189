import type { ResponseBody } from './response-body.ts'

/** The result of a handler: a shared response to cache, or one for its own client only. */
export type CacheEntry<Own, Body extends ResponseBody = ResponseBody> =
  | { readonly kind: 'shared'; readonly body: Body }
  | { readonly kind: 'own'; readonly own: Own }

interface CachedResponse<Body> {
  readonly body: Body
  readonly freshUntilMs: number
  readonly staleUntilMs: number
}

/**
 * Finished responses by key. A response is fresh for `keepMs`, then served stale for as long again while a new one is
 * created, and if that fails the old one is served up to ten times that age. One request per key is in flight.
 */
export class ResponseCache<Body extends ResponseBody = ResponseBody> {
  readonly #entries = new Map<string, CachedResponse<Body>>()
  readonly #pending = new Map<string, Promise<CacheEntry<unknown, Body>>>()
  readonly #nowMs: () => number
  readonly #maxBytes: number
  #bytes = 0
  #generation = 0

  constructor(nowMs: () => number, maxBytes = 64 * 1024 * 1024) {
    this.#nowMs = nowMs
    this.#maxBytes = maxBytes
  }

  /** The cached response when it is fresh; not a promise, so that a hit costs almost nothing. */
  fresh(key: string): Body | undefined {
    const cached = this.#entries.get(key)
    return cached !== undefined && this.#nowMs() < cached.freshUntilMs ? cached.body : undefined
  }

  /** The response for `key`, cached or created now. `make` runs once for all concurrent callers. */
  async get<Own>(
    key: string,
    keepMs: number,
    make: () => Promise<CacheEntry<Own, Body>>,
  ): Promise<CacheEntry<Own, Body>> {
    const cached = this.#entries.get(key)
    const nowMs = this.#nowMs()
    if (cached !== undefined && nowMs < cached.freshUntilMs) return { kind: 'shared', body: cached.body }
    const others = this.#pending.get(key)
    if (cached !== undefined && nowMs < cached.freshUntilMs + keepMs) {
      if (others === undefined) this.#load(key, keepMs, make).catch(() => undefined)
      return { kind: 'shared', body: cached.body }
    }
    try {
      if (others === undefined) return await this.#load(key, keepMs, make)
      const made = await others
      // A response for another client only: create one for this client.
      return made.kind === 'shared' ? made : await make()
    } catch (error) {
      if (cached !== undefined && nowMs < cached.staleUntilMs) return { kind: 'shared', body: cached.body }
      throw error
    }
  }

  /** Drops entries that begin with `prefix`, or all; called when content changed. */
  forget(prefix = ''): void {
    // Responses in creation may have read the old content.
    this.#generation += 1
    this.#pending.clear()
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#drop(key)
  }

  get size(): number {
    return this.#entries.size
  }

  #load<Own>(
    key: string,
    keepMs: number,
    make: () => Promise<CacheEntry<Own, Body>>,
  ): Promise<CacheEntry<Own, Body>> {
    const generation = this.#generation
    const flight: Promise<CacheEntry<Own, Body>> = make()
      .then((made) => {
        if (made.kind === 'shared' && generation === this.#generation) this.#keep(key, made.body, keepMs)
        return made
      })
      .finally(() => {
        if (this.#pending.get(key) === flight) this.#pending.delete(key)
      })
    this.#pending.set(key, flight)
    return flight
  }

  #keep(key: string, body: Body, keepMs: number): void {
    const nowMs = this.#nowMs()
    // Deleting first moves the key to the end, so that the first key is the least recently refreshed.
    this.#drop(key)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes + bytesOf(body) <= this.#maxBytes) break
      this.#drop(oldest)
    }
    this.#bytes += bytesOf(body)
    this.#entries.set(key, { body, freshUntilMs: nowMs + keepMs, staleUntilMs: nowMs + 10 * keepMs })
  }

  #drop(key: string): void {
    const cached = this.#entries.get(key)
    if (cached !== undefined && this.#entries.delete(key)) this.#bytes -= bytesOf(cached.body)
  }
}

/** The size of a response, with an overhead for the key and the entry, so that many small ones are bounded too. */
function bytesOf(body: ResponseBody): number {
  return 500 + body.identity.byteLength + (body.gzip?.byteLength ?? 0) + (body.br?.byteLength ?? 0)
}
