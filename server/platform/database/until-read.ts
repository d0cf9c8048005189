/** Reloads that must succeed: otherwise the data in memory would stay outdated until the next change. */
import type { Log } from '#server/platform/log/log.ts'

export interface UntilRead {
  /** Reads now, and again with growing pauses while it fails. `what` is its name in the log; never rejects. */
  start(what: string, read: () => Promise<void>): void
  /** No more retries from now on. */
  close(): void
}

/** The last one repeats, for up to a day: a database may be unavailable for an hour. */
const pausesMs = [500, 2000, 5000, 15_000, 30_000]
const maxTries = 2880

/** Pauses do not keep the process alive. */
export function readsUntilDone(log: Log, pauses: readonly number[] = pausesMs): UntilRead {
  const waiting = new Set<NodeJS.Timeout>()
  let isClosed = false
  const attempt = (what: string, read: () => Promise<void>, tries: number): void => {
    read().then(
      () => {
        if (tries > 0) log.info('state.read_recovered', { what, tries: tries + 1 })
      },
      (error: unknown) => {
        if (isClosed) return
        const pauseMs = pauses[Math.min(tries, pauses.length - 1)] ?? 0
        log.error('state.read_failed', { what, error, tries: tries + 1 })
        if (tries + 1 >= maxTries) return
        const timer = setTimeout(() => {
          waiting.delete(timer)
          attempt(what, read, tries + 1)
        }, pauseMs)
        timer.unref()
        waiting.add(timer)
      },
    )
  }
  return {
    start: (what, read) => attempt(what, read, 0),
    close: () => {
      isClosed = true
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
