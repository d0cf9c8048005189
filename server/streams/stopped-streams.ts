import type { StoppedStream } from './stream-store.ts'

/** In memory: the stopped streams whose tickets have not expired. Checked for every media request. */
export interface StoppedStreams {
  add(stopped: StoppedStream): void
  isStopped(streamId: string, nowMs: number): boolean
  /** Forgets those whose tickets have expired. */
  sweep(nowMs: number): void
  readonly size: number
}

/** About 20 MB. A stop is forgotten early only when there are more stops than this within one ticket lifetime. */
const max = 100_000

/** Stores at most `limit`; the oldest notification is dropped first. */
export function createStoppedStreams(limit: number = max): StoppedStreams {
  const cached = new Map<string, StoppedStream>()
  return {
    add: (stopped) => {
      const before = cached.get(stopped.streamId)
      cached.delete(stopped.streamId)
      const fromMs = Math.min(stopped.fromMs, before?.fromMs ?? Number.POSITIVE_INFINITY)
      cached.set(stopped.streamId, { ...stopped, fromMs })
      for (const oldest of cached.keys()) {
        if (cached.size <= limit) break
        cached.delete(oldest)
      }
    },
    isStopped: (streamId, nowMs) => {
      const result = cached.get(streamId)
      return result !== undefined && result.fromMs <= nowMs
    },
    sweep: (nowMs) => {
      for (const [streamId, { untilMs }] of cached) if (untilMs <= nowMs) cached.delete(streamId)
    },
    get size() {
      return cached.size
    },
  }
}
