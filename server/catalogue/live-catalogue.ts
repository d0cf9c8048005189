import { type Clock, systemClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { inSlices } from '#server/platform/concurrency/in-slices.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { isAvailable, nextChangeMs } from './availability.ts'
import { OrderMemory } from './lists/list-orders.ts'
import { loadTitles } from './load-titles.ts'
import { type Snapshot, indexing } from './snapshot.ts'
import type { CatalogueContent } from './titles/title.ts'

/** The catalogue as it is now, in memory. */
export interface LiveCatalogue {
  /** The newest snapshot; hold it for one answer, ask again for the next. */
  now(): Snapshot
  /**
   * Reads the catalogue again and resolves when what was in the database at the call is in memory. Calls made
   * while one is running share the next one. A failure keeps the old snapshot and throws.
   */
  reload(): Promise<void>
  /**
   * Called after each reload, and when a title comes or goes by its window, to forget kept answers. Returns what
   * stops it.
   */
  onChange(listener: () => void): () => void
}

/** A timer waits at most this long; then what is next is asked again. */
const longestWaitMs = 86_400_000

/** Loads the catalogue; give `reload` to whoever hears `catalogue_changed`. */
export async function openCatalogue(db: Db, clock: Clock = systemClock): Promise<LiveCatalogue> {
  const listeners = new Set<() => void>()
  const orders = new OrderMemory()
  let timer: NodeJS.Timeout | undefined
  let turns = 0
  // In slices: with tens of thousands of titles this takes seconds, in which calls are answered.
  const take = async (content: CatalogueContent): Promise<Snapshot | undefined> => {
    turns += 1
    const turn = turns
    clearTimeout(timer)
    const nowMs = clock.nowMs()
    const taken = await inSlices(
      indexing(content, { isListed: (title) => isAvailable(title, nowMs), orders }),
      () => turn === turns,
    )
    // What comes and goes by its window is known beforehand: no request looks at the clock or the database for it.
    const nextMs = nextChangeMs(content.titles, nowMs)
    if (taken !== undefined && nextMs !== undefined) wait(content, nextMs)
    return taken
  }
  const wait = (content: CatalogueContent, changeMs: number) => {
    const waitMs = Math.max(0, Math.min(changeMs - clock.nowMs(), longestWaitMs))
    timer = setTimeout(wake, waitMs, content, changeMs)
    timer.unref()
  }
  const wake = (content: CatalogueContent, changeMs: number) => {
    // A timer may be early by a millisecond, or was set for less than the whole time.
    if (clock.nowMs() < changeMs) wait(content, changeMs)
    else void take(content).then(show)
  }
  const show = (taken: Snapshot | undefined) => {
    // Newer content was taken in the meantime.
    if (taken === undefined) return
    snapshot = taken
    for (const listener of listeners) listener()
  }
  const loaded = await loadTitles(db)
  const first = await take(loaded)
  invariant(first !== undefined, 'nothing else takes content before the first')
  let snapshot = first
  const load = async () => show(await take(await loadTitles(db)))
  return {
    now: () => snapshot,
    reload: sharing(load),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Calls made while a run is under way share the next one. */
function sharing(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  const start = () => {
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (running === undefined) return start()
    // The one that runs may have read before the caller's write: the caller needs the next one.
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined
        return start()
      })
    return waiting
  }
}
