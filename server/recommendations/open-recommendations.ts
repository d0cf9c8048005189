import type { Db } from '#server/platform/database/database.ts'
import { readTaste } from './taste-store.ts'
import { Taste } from './taste.ts'

/** What was learnt, in memory. */
export interface Recommendations {
  /** The newest; hold it for one answer, ask again for the next. */
  taste(): Taste
  /** Reads again what was learnt. Calls made while one is running share the next one. */
  reload(): Promise<void>
  /** Called after each reload, to forget kept answers. */
  onChange(listener: () => void): void
}

/** Opens with nothing learnt; give `reload` to whoever hears `taste_changed`, and call it once at the start. */
export function openRecommendations(db: Db): Recommendations {
  let taste = Taste.nothing
  const listeners: (() => void)[] = []
  let running: Promise<void> | undefined
  let waiting: Promise<void> | undefined
  const start = () => {
    running = readTaste(db)
      .then((read) => {
        taste = read
        for (const listener of listeners) listener()
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    taste: () => taste,
    reload: () => {
      if (running === undefined) return start()
      // The one that runs may have read before the write that is told of.
      waiting ??= running
        .catch(() => undefined)
        .then(() => {
          waiting = undefined
          return start()
        })
      return waiting
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
