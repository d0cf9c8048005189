import type { ResponseBody } from './response-body.ts'

/** What making an answer came to: something to keep, or something only its own caller may have. */
export type CacheEntry<Own, Body extends ResponseBody = ResponseBody> =
  | { readonly kind: 'shared'; readonly body: Body }
  | { readonly kind: 'own'; readonly own: Own }

interface CachedResponse<Body> {
  readonly body: Body
  readonly freshUntilMs: number
  readonly staleUntilMs: number
}

/**
 * Finished answers by key. An answer is fresh for `keepMs`, then for as long again it is given while a new one
 * is made, and if making it fails the old one is given up to ten times that age. One flight per key.
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

  /** The kept answer when it is fresh; no promise, so that a hit costs next to nothing. */
  fresh(key: string): Body | undefined {
    const cached = this.#entries.get(key)
    return cached !== undefined && this.#nowMs() < cached.freshUntilMs ? cached.body : undefined
  }

  /** The answer of `key`, kept or made now. `make` runs once for all who ask meanwhile. */
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
      // Somebody else's own answer is not ours: make one for this caller.
      return made.kind === 'shared' ? made : await make()
    } catch (error) {
      if (cached !== undefined && nowMs < cached.staleUntilMs) return { kind: 'shared', body: cached.body }
      throw error
    }
  }

  /** Forgets what begins with `prefix`, or everything; called when content changed. */
  forget(prefix = ''): void {
    // What is being made right now may have read the old content.
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
    // Dropping first moves the key to the end, so that the first key is the one refreshed longest ago.
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

/** What an answer takes, with a part for the key and the book-keeping, so that many small ones are bounded too. */
function bytesOf(body: ResponseBody): number {
  return 500 + body.identity.byteLength + (body.gzip?.byteLength ?? 0) + (body.br?.byteLength ?? 0)
}
