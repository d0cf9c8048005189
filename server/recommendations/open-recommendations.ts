import type { Db } from '#server/platform/database/database.ts'
import { readTaste } from './taste-store.ts'
import { Taste } from './taste.ts'

/** The learnt data, in memory. */
export interface Recommendations {
  /** The newest data; use it for one response, and call again for the next. */
  taste(): Taste
  /** Reloads the learnt data. Calls made during a run share the next one. */
  reload(): Promise<void>
  /** Called after each reload, to drop cached responses. */
  onChange(listener: () => void): void
}

/** Opens without data; call `reload` on `taste_changed`, and once at the start. */
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
      // The current run may have read before the notified write.
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
