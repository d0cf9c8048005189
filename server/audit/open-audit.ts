import type { KeptEvent, SecurityEvent } from './security-event.ts'
import { keptEvent } from './security-event.ts'
import { writeEvents } from './write-events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'

export interface AuditOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** How long an event waits for company; default 200. */
  readonly flushAfterMs?: number
  /** How many events may wait while the database cannot take them; default 10,000. */
  readonly mayWait?: number
}

/** The room, opened. */
export interface Audit {
  /**
   * Puts an event on the queue. Resolves when it is written, or when a first try failed: it then stays queued and
   * the log has an error. Never throws. Calls of viewers do not wait for it (`void audit.record(…)`).
   */
  record(event: SecurityEvent): Promise<void>
  /** Writes what is queued and takes no more. */
  close(): Promise<void>
}

interface Queued {
  readonly kept: KeptEvent
  /** Tells the caller that its event was tried. */
  readonly tried: () => void
}

const batchOf = 100
const longestRetryMs = 5000

export function openAudit(options: AuditOptions): Audit {
  const { clock, log } = options
  const queue: Queued[] = []
  let dropped = 0
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  const wake = (afterMs: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, afterMs)
  }
  const flush = (): Promise<void> => {
    writing ??= writeQueue().finally(() => {
      writing = undefined
      if (queue.length > 0 && !isClosed)
        wake(failures === 0 ? 0 : Math.min(longestRetryMs, 250 * 2 ** failures))
    })
    return writing
  }
  /** Writes batch after batch until the queue is empty or a batch fails. */
  const writeQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, batchOf)
      const droppedNow = dropped
      const lost: SecurityEvent = {
        event: 'audit_events_dropped',
        actor: 'system',
        facts: { count: droppedNow },
      }
      const before = droppedNow === 0 ? [] : [keptEvent(lost, clock.nowMs())]
      const isWritten = await written([...before, ...batch.map(({ kept }) => kept)])
      for (const { tried } of batch) tried()
      if (!isWritten) {
        queue.unshift(...batch)
        return
      }
      dropped -= droppedNow
    }
  }
  const written = async (events: readonly KeptEvent[]): Promise<boolean> => {
    try {
      await writeEvents(options.db, events)
      failures = 0
      return true
    } catch (error) {
      failures += 1
      log.error('security events could not be written; they wait', { waiting: queue.length, failures, error })
      return false
    }
  }
  const mayWait = options.mayWait ?? 10_000
  const put = (queued: Queued) => {
    queue.push(queued)
    if (queue.length <= mayWait) return
    queue.shift()?.tried()
    dropped += 1
    // One line for the first and then for every hundredth: a database that is away must not fill the disk with this.
    if (dropped % 100 === 1) log.error('security events were dropped: too many wait', { dropped })
  }
  return {
    record: (event) =>
      new Promise((resolve) => {
        if (isClosed) {
          log.error('a security event came after the audit was closed', { event: event.event })
          return resolve()
        }
        put({ kept: keptEvent(event, clock.nowMs()), tried: resolve })
        if (failures > 0) return wake(longestRetryMs)
        if (queue.length >= batchOf) void flush()
        else wake(options.flushAfterMs ?? 200)
      }),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await writing
      await flush()
      if (queue.length > 0)
        log.error('security events were lost at the stop', { lost: queue.length + dropped })
    },
  }
}
