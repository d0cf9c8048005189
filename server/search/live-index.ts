import type { Log } from '#server/platform/log/log.ts'
import { inSlices, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { SearchDocuments } from './query/search-document.ts'
import { buildSearchIndex, type SearchIndex } from './query/search-index.ts'

/** The documents at one moment, with their index. */
export interface Indexed<Listed extends SearchDocuments> {
  readonly listed: Listed
  readonly index: SearchIndex
}

interface LiveIndexOptions<Listed extends SearchDocuments> {
  /** For the log. */
  readonly name: string
  /** Lists the current content. */
  readonly list: () => Sliced<Listed>
  readonly log: Log
  readonly onBuilt: () => void
}

/** Changes come in bursts; the first waits this long for the others. */
const gatherMs = 300
/**
 * The minimum between two builds is this, and ten times a build's duration: it never uses more than a tenth of a
 * core.
 */
const minPauseMs = 2000
const pausePerBuild = 10

/**
 * An index that follows its content: built at the first request, and again some time after a change; until the newer
 * one is ready the former is used.
 */
export class LiveIndex<Listed extends SearchDocuments> {
  readonly #options: LiveIndexOptions<Listed>
  #indexed: Indexed<Listed> | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStale = true
  #isOpen = true
  #restUntilMs = 0

  constructor(options: LiveIndexOptions<Listed>) {
    this.#options = options
  }

  /** The newest one that is ready. Waits only while there is none. */
  async current(): Promise<Indexed<Listed>> {
    if (this.#indexed === undefined) await this.#run()
    if (this.#indexed === undefined) throw new Error(`the search index ${this.#options.name} is closed`)
    return this.#indexed
  }

  /** The content has changed. */
  changed(): void {
    this.#isStale = true
    this.#schedule()
  }

  /** Resolves when earlier changes are in the index. */
  async settled(): Promise<void> {
    while (this.#isOpen && (this.#running !== undefined || this.#isStale)) await this.#run()
  }

  close(): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (!this.#isOpen || this.#running !== undefined || this.#timer !== undefined) return
    const { log, name } = this.#options
    const failed = (error: unknown) => log.error('search.index_failed', { index: name, error })
    const waitMs = Math.max(gatherMs, this.#restUntilMs - performance.now())
    this.#timer = setTimeout(() => void this.#run().catch(failed), waitMs)
    this.#timer.unref()
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#build().finally(() => {
      this.#running = undefined
      if (this.#isStale) this.#schedule()
    })
    return this.#running
  }

  async #build(): Promise<void> {
    const { list, log, name, onBuilt } = this.#options
    this.#isStale = false
    const beganMs = performance.now()
    const rest = () => {
      const tookMs = performance.now() - beganMs
      this.#restUntilMs = performance.now() + Math.max(minPauseMs, tookMs * pausePerBuild)
      return tookMs
    }
    const made = await inSlices(listAndIndex(list), () => this.#isOpen).catch((error: unknown) => {
      this.#isStale = true
      rest()
      throw error
    })
    if (made === undefined) return
    const tookMs = rest()
    this.#indexed = made
    const { size, words } = made.index
    log.info('search.index_built', { index: name, size, words, tookMs: Math.round(tookMs) })
    onBuilt()
  }
}

function* listAndIndex<Listed extends SearchDocuments>(list: () => Sliced<Listed>): Sliced<Indexed<Listed>> {
  const listed = yield* list()
  return { listed, index: yield* buildSearchIndex(listed) }
}
