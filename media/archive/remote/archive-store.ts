/** The store that has closed files of the archive, as everything that reads or writes them sees it. */
import type { MediaStore } from '#media/store/interface/store.ts'
import { StoreFailed } from '#media/store/interface/store.ts'

/** Players give up a connection that is silent for six seconds, and request again. */
const readLimitMs = 5000
/** More requests at once wait for a store that does not answer, and are refused. */
const maxReads = 64
/** What is read at once: sixteen segments of six seconds of the tallest rendition. */
const maxReadBytes = 512 * 1024 * 1024

/** A file is in the store, and the store does not give it now. */
export class ArchiveUnavailable extends Error {
  override readonly name = 'ArchiveUnavailable'
}

export interface ArchiveStoreOptions {
  /** Names the store, in one line; what is in another one does not count. */
  readonly id: string
  /** Opens it. Requests that the network fails are repeated for `patienceMs`. */
  readonly open: (patienceMs: number) => Promise<MediaStore>
  readonly readLimitMs?: number
}

/** One object for all channels of an engine. */
export class ArchiveStore {
  readonly #options: ArchiveStoreOptions
  readonly #opened = new Map<number, Promise<MediaStore>>()
  readonly #reads = new Map<string, Promise<Buffer | undefined>>()

  constructor(options: ArchiveStoreOptions) {
    this.#options = options
  }

  get id(): string {
    return this.#options.id
  }

  /**
   * Bytes of an object from `begin` up to, not including, `end`; undefined when there is no such object. The same bytes
   * requested at the same time are read once, so nobody may change them. Throws `ArchiveUnavailable` after five seconds.
   */
  async read(key: string, begin: number, end: number): Promise<Buffer | undefined> {
    const name = `${key} ${begin} ${end}`
    const running = this.#reads.get(name)
    if (running !== undefined) return running
    if (this.#reads.size >= maxReads) throw new ArchiveUnavailable(`${maxReads} requests wait for the store`)
    const reading = this.#read(key, begin, end).finally(() => this.#reads.delete(name))
    this.#reads.set(name, reading)
    return reading
  }

  /** Opened once; again when that failed. */
  open(patienceMs: number): Promise<MediaStore> {
    let opened = this.#opened.get(patienceMs)
    if (opened === undefined) {
      opened = this.#options.open(patienceMs)
      this.#opened.set(patienceMs, opened)
      opened.catch(() => this.#opened.delete(patienceMs))
    }
    return opened
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values()) {
      const store = await opened.catch(() => undefined)
      store?.close()
    }
    this.#opened.clear()
  }

  async #read(key: string, begin: number, end: number): Promise<Buffer | undefined> {
    if (!(end > begin) || end - begin > maxReadBytes) throw new Error(`${end - begin} bytes of ${key}`)
    const limit = new AbortController()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      limit.abort(new StoreFailed('unreachable', 'Timeout', key))
      late.reject(new StoreFailed('unreachable', 'Timeout', key))
    }, this.#options.readLimitMs ?? readLimitMs)
    try {
      // A disk of the network may not notice a signal.
      return await Promise.race([this.#bytesOf(key, begin, end, limit.signal), late.promise])
    } catch (error) {
      if (error instanceof StoreFailed && error.failure === 'not_found') return undefined
      throw new ArchiveUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  async #bytesOf(key: string, begin: number, end: number, signal: AbortSignal): Promise<Buffer | undefined> {
    const store = await this.open(0)
    const bytes = Buffer.allocUnsafeSlow(end - begin)
    let length = 0
    for await (const chunk of store.read(key, { begin, end }, signal)) {
      if (length + chunk.length > bytes.length) throw new StoreFailed('corrupt', 'TooLong', key)
      bytes.set(chunk, length)
      length += chunk.length
    }
    if (length < bytes.length) throw new StoreFailed('corrupt', 'TooShort', key)
    return bytes
  }
}
