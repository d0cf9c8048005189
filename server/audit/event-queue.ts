import { type QueuedEvent, queuedEvent } from './security-event.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface Queued {
  readonly queued: QueuedEvent
  /** Notifies the caller that a write was tried. */
  readonly tried: () => void
}

/** One batch to write: events of the queue and, before them, a note of dropped events. */
export interface Batch {
  readonly queued: readonly Queued[]
  readonly dropped: number
  readonly events: readonly QueuedEvent[]
}

/** Events waiting to be written, the oldest first, at most `mayWait` of them. */
export interface EventQueue {
  readonly length: number
  readonly dropped: number
  /** Above `mayWait` the oldest is dropped, which is counted and logged. */
  put(queued: Queued): void
  /** Takes the oldest off the queue. */
  take(max: number, nowMs: number): Batch
  /** The batch was written. */
  settle(batch: Batch): void
  /** The batch was not written, and returns to the front. */
  giveBack(batch: Batch): void
}

export function createEventQueue(mayWait: number, log: Log): EventQueue {
  const waiting: Queued[] = []
  let dropped = 0
  return {
    get length() {
      return waiting.length
    },
    get dropped() {
      return dropped
    },
    put: (queued) => {
      waiting.push(queued)
      if (waiting.length <= mayWait) return
      waiting.shift()?.tried()
      dropped += 1
      // One line for the first and then for every hundredth: an unavailable database must not fill the disk with
      // logs.
      if (dropped % 100 === 1) log.error('audit.events_dropped', { dropped })
    },
    take: (max, nowMs) => {
      const queued = waiting.splice(0, max)
      const events = queued.map(({ queued: stored }) => stored)
      const before = dropped === 0 ? [] : [droppedEvent(dropped, nowMs)]
      return { queued, dropped, events: [...before, ...events] }
    },
    settle: (batch) => {
      dropped -= batch.dropped
    },
    giveBack: (batch) => void waiting.unshift(...batch.queued),
  }
}

function droppedEvent(count: number, nowMs: number): QueuedEvent {
  return queuedEvent({ event: 'audit_events_dropped', actor: 'system', facts: { count } }, nowMs)
}
