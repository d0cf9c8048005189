import { type QueuedEvent, queuedEvent } from './security-event.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface Queued {
  readonly queued: QueuedEvent
  /** Tells the caller that its event was tried. */
  readonly tried: () => void
}

/** What is written in one go: events of the queue and, before them, that others were dropped. */
export interface Batch {
  readonly queued: readonly Queued[]
  readonly dropped: number
  readonly events: readonly QueuedEvent[]
}

/** Events that wait to be written, the oldest first, at most `mayWait` of them. */
export interface EventQueue {
  readonly length: number
  readonly dropped: number
  /** One more than may wait pushes the oldest out, which is counted and logged. */
  put(queued: Queued): void
  /** Takes the oldest off the queue. */
  take(max: number, nowMs: number): Batch
  /** The batch is written. */
  settle(batch: Batch): void
  /** It is not, and stands first again. */
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
      // One line for the first and then for every hundredth: a database that is away must not fill the disk with this.
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
