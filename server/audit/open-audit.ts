import { createEventQueue } from './event-queue.ts'
import { type SecurityEvent, queuedEvent } from './security-event.ts'
import { appendEvents, eraseEvents, keyedFrom, writeEvents } from './write-events.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import { derivedSecret, type Secrets } from '#server/platform/installation/secrets.ts'

export interface AuditOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /**
   * Keys the chain (`auditKey`). Without one its hashes are plain: a client with write access to the database can
   * compute them.
   */
  readonly key?: string
  /** How long an event waits to be batched with others; default 200. */
  readonly flushAfterMs?: number
  /** How many events may wait while the database is unavailable; default 10,000. */
  readonly mayWait?: number
}

/** The module, created. */
export interface Audit {
  /**
   * Queues an event. Resolves when it is written, or when a first try failed: it then stays queued and an error is
   * logged. Never throws. Viewers' requests do not wait for it (`void audit.record(…)`).
   */
  record(event: SecurityEvent): Promise<void>
  /**
   * Writes an event in the caller's transaction: an act and its entry are both there or neither. The last statement of
   * the transaction, because all other writers wait until it ends. Throws when it cannot be written.
   */
  recordIn(trx: DbTransaction, event: SecurityEvent): Promise<void>
  /** Empties what names a person in the events of an account, in the caller's transaction; others wait for its end. */
  erase(trx: DbTransaction, accountId: number): Promise<void>
  /** Writes what is queued and accepts no more. */
  close(): Promise<void>
}

const batchOf = 100
const longestRetryMs = 5000

/** The key of the chain, derived from the installation's own secret. */
export function auditKey({ passwordPepper }: Pick<Secrets, 'passwordPepper'>): string {
  return derivedSecret(passwordPepper, 'audit chain')
}

/** After other secrets were accepted: from here on the chain uses their key. */
export async function rotateKey(
  { db, clock }: Pick<AuditOptions, 'db' | 'clock'>,
  key: string,
): Promise<void> {
  await writeEvents(db, [keyedFrom(key, clock.nowMs())], key)
}

export function openAudit(options: AuditOptions): Audit {
  const { clock, log } = options
  const queue = createEventQueue(options.mayWait ?? 10_000, log)
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
      if (queue.length > 0 && !isClosed) wake(waitAfter(failures))
    })
    return writing
  }
  /** Writes batch after batch until the queue is empty or a batch fails. */
  const writeQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.take(batchOf, clock.nowMs())
      try {
        await writeEvents(options.db, batch.events, options.key)
        queue.settle(batch)
        failures = 0
      } catch (error) {
        queue.giveBack(batch)
        failures += 1
        log.error('audit.write_failed', { failures, error })
        return
      } finally {
        for (const { tried } of batch.queued) tried()
      }
    }
  }
  return {
    record: (event) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(log.error('audit.event_after_close', { securityEvent: event.event }))
        queue.put({ queued: queuedEvent(event, clock.nowMs()), tried: resolve })
        if (failures > 0) return wake(longestRetryMs)
        if (queue.length >= batchOf) void flush()
        else wake(options.flushAfterMs ?? 200)
      }),
    recordIn: (trx, event) => appendEvents(trx, [queuedEvent(event, clock.nowMs())], options.key),
    erase: (trx, accountId) => eraseEvents(trx, accountId, clock.nowMs(), options.key),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await writing
      await flush()
      if (queue.length > 0) log.error('audit.events_lost', { lost: queue.length })
    },
  }
}

/** The delay before the next try. */
function waitAfter(failures: number) {
  return failures === 0 ? 0 : Math.min(longestRetryMs, 250 * 2 ** failures)
}
