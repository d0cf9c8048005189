import type { StoppedStream } from './stream-store.ts'

/** The streams that were stopped and whose tickets have not ended, in memory: asked with every piece of media. */
export interface StoppedStreams {
  add(stopped: StoppedStream): void
  isStopped(streamId: string, nowMs: number): boolean
  /** Forgets those whose tickets have ended. */
  sweep(nowMs: number): void
  readonly size: number
}

/** Some 20 MB. A stop is forgotten before its time only when there are more in the life of a ticket. */
const max = 100_000

/** Keeps at most `limit`; the one told of longest ago goes first. */
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
