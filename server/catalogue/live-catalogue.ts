import type { Db } from '#server/platform/database.ts'
import { loadTitles } from './load-titles.ts'
import type { Snapshot } from './snapshot.ts'
import { indexCatalogue } from './snapshot.ts'

/** The catalogue as it is now, in memory. */
export interface LiveCatalogue {
  /** The newest snapshot; hold it for one answer, ask again for the next. */
  now(): Snapshot
  /**
   * Reads the catalogue again and resolves when what was in the database at the call is in memory. Calls made
   * while one is running share the next one. A failure keeps the old snapshot and throws.
   */
  reload(): Promise<void>
  /** Called after each reload, to forget kept answers. Returns what stops it. */
  onChange(listener: () => void): () => void
}

/** Loads the catalogue; give `reload` to whoever hears `catalogue_changed`. */
export async function openCatalogue(db: Db): Promise<LiveCatalogue> {
  let snapshot = indexCatalogue(await loadTitles(db))
  const listeners = new Set<() => void>()
  const load = async () => {
    snapshot = indexCatalogue(await loadTitles(db))
    for (const listener of listeners) listener()
  }
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  const start = () => {
    running = load().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    now: () => snapshot,
    reload: () => {
      if (running === undefined) return start()
      // The one that runs may have read before the caller's write: the caller needs the next one.
      waiting ??= running
        .catch(() => undefined)
        .then(() => {
          waiting = undefined
          return start()
        })
      return waiting
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
