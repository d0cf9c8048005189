import type { Log } from '#server/platform/log.ts'
import type { Findables } from './findable.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'
import { inSlices, type Sliced } from './slices.ts'

/** What was listed at one moment, with its index. */
export interface Indexed<Listed extends Findables> {
  readonly listed: Listed
  readonly index: SearchIndex
}

/** An index that follows its content. */
export interface LiveIndex<Listed extends Findables> {
  /** The newest that is ready. Waits only while there is none at all. */
  current(): Promise<Indexed<Listed>>
  /** The content has changed: it is built again soon, the former one answers until then. */
  changed(): void
  /** Resolves when what was changed before is in the index. */
  settled(): Promise<void>
  close(): void
}

/** Changes come in swarms; the first waits this long for the others. */
const gatherMs = 300
/** Between two builds lies at least this, and ten times what a build takes: it never has more than a tenth of a core. */
const leastPauseMs = 2000
const pausePerBuild = 10

/** Begins to build when first asked, or at `changed`. */
export function createLiveIndex<Listed extends Findables>(
  name: string,
  list: () => Sliced<Listed>,
  { log, onBuilt }: { readonly log: Log; readonly onBuilt: () => void },
): LiveIndex<Listed> {
  let indexed: Indexed<Listed> | undefined
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStale = true
  let isOpen = true
  let restUntilMs = 0

  const build = async () => {
    isStale = false
    const beganMs = performance.now()
    const made = await inSlices(
      (function* () {
        const listed = yield* list()
        return { listed, index: yield* buildSearchIndex(listed) }
      })(),
      () => isOpen,
    )
    if (made === undefined) return
    const tookMs = performance.now() - beganMs
    restUntilMs = performance.now() + Math.max(leastPauseMs, tookMs * pausePerBuild)
    indexed = made
    const { size, words } = made.index
    log.info('search index built', { index: name, size, words, tookMs: Math.round(tookMs) })
    onBuilt()
  }
  const run = () => {
    clearTimeout(timer)
    timer = undefined
    running ??= build().finally(() => {
      running = undefined
      if (isStale) schedule()
    })
    return running
  }
  const isBehind = () => isOpen && (running !== undefined || isStale)
  const schedule = () => {
    if (!isOpen || running !== undefined || timer !== undefined) return
    const failed = (error: unknown) => log.error('search index could not be built', { index: name, error })
    timer = setTimeout(() => void run().catch(failed), Math.max(gatherMs, restUntilMs - performance.now()))
    timer.unref()
  }
  return {
    current: async () => {
      if (indexed === undefined) await run()
      if (indexed === undefined) throw new Error(`the search index ${name} is closed`)
      return indexed
    },
    changed: () => {
      isStale = true
      schedule()
    },
    settled: async () => {
      while (isBehind()) await run()
    },
    close: () => {
      isOpen = false
      clearTimeout(timer)
    },
  }
}
