import { beat, seenFetching, type Beat } from './beat.ts'
import {
  beginStream,
  checkStream,
  type StreamCheck,
  type StreamRequest,
  type StreamStarted,
} from './begin-stream.ts'
import type { StreamDeps } from './deps.ts'
import {
  beatGuestStream,
  beginGuestStream,
  endGuestStream,
  type GuestStreamOptions,
  type GuestStreamRequest,
  type GuestStreamStarted,
} from './guest-streams.ts'
import { isActive, isSeen, type StreamRecord } from './rules.ts'
import { createStoppedStreams } from './stopped-streams.ts'
import { findStreams, openStreamsOf, readStopNote, remembered, stopStreams } from './stream-store.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Billing } from '#server/billing/billing.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface StreamsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly billing: Pick<Billing, 'streamsAtOnce'>
  readonly accounts: Pick<Accounts, 'accountOf' | 'listDevices'>
  /** Without it no guest starts a stream. */
  readonly guests?: GuestStreamOptions
}

/** The module, created. */
export interface Streams {
  begin(request: StreamRequest): Promise<StreamStarted>
  /** What `begin` would decide now; nothing is written. For what is expensive before a stream can begin. */
  check(request: Omit<StreamRequest, 'ticketUntilMs'>): Promise<StreamCheck>
  beat(streamId: string, holder: string): Promise<Beat>
  /** Starts or continues a stream of a client without an account. */
  beginGuest(request: GuestStreamRequest): Promise<GuestStreamStarted>
  /** A heartbeat of a guest; false: the address has to be requested again. */
  beatGuest(streamId: string): Promise<boolean>
  /** A guest's player was left; false when it did not count any more. */
  stopGuest(streamId: string): Promise<boolean>
  /** What an account is watching now. */
  activeStreams(accountId: number): Promise<readonly StreamRecord[]>
  limitOf(accountId: number): Promise<number>
  /** Ends a stream of the account; `by` is the holder that requested it. */
  stop(accountId: number, streamId: string, by: string): Promise<'stopped' | 'stream_not_found'>
  /** Ends the streams of a holder: another player whose address was revoked. */
  stopHolders(accountId: number, isHolder: (holder: string) => boolean): Promise<void>
  /** Sessions of an account have changed, here or in another process: ends the streams of the sessions that ended. */
  sessionsChanged(accountId: number): Promise<void>
  /** A tariff of the account was paused: ends its streams. Players of what is still paid for request it again. */
  tariffPaused(accountId: number): Promise<void>
  /** Whether the tickets of a stream were revoked. From memory. */
  isStopped(streamId: string): boolean
  /** A ticket of the stream was used to fetch something. In memory; `flush` writes it to the database. */
  seen(streamId: string): void
  /** Writes the recorded fetches to the database; runs every ten seconds where media is served. */
  flush(): Promise<void>
  /** Handles a notification of `streamStoppedChannel`. */
  heard(payload: string): void
  /** Reloads the stops that must still be enforced: at the start, and when notifications may have been missed. */
  recall(): Promise<void>
  readonly stoppedCount: number
  close(): Promise<void>
}

/** How often recorded fetches are written to the database. */
const flushMs = 10_000
/** At most so many stops are reloaded at a start. */
const maxRecalled = 100_000
/** More fetch-tracked streams than one process serves. */
const maxSeen = 50_000

export function openStreams(options: StreamsOptions): Streams {
  const { db, clock, log, billing } = options
  const limitOf = (accountId: number) => billing.streamsAtOnce(accountId)
  const deps: StreamDeps = { db, clock, random: options.random, withLock: keyedMutex(), limitOf }
  const guests = options.guests ?? { limit: () => 0, key: 'no guests' }
  const guestDeps = { db, clock, random: options.random, guests }
  const stopped = createStoppedStreams()
  const going = async (accountId: number) => {
    const nowMs = clock.nowMs()
    return (await openStreamsOf(db, accountId)).filter((one) => isActive(one, nowMs))
  }
  const watch = watchSeen(deps, log, () => stopped.sweep(clock.nowMs()))
  return {
    begin: (request) => beginStream(deps, request),
    check: (request) => checkStream(deps, request),
    beat: (streamId, holder) => beat(deps, streamId, holder),
    beginGuest: (request) => beginGuestStream(guestDeps, request),
    beatGuest: (streamId) => beatGuestStream(guestDeps, streamId),
    stopGuest: (streamId) => endGuestStream(guestDeps, streamId),
    activeStreams: going,
    limitOf,
    stop: async (accountId, streamId, by) => {
      const [stream] = await findStreams(db, [streamId])
      if (stream === undefined || stream.accountId !== accountId) return 'stream_not_found'
      const count = await stopNow(deps, [streamId], 'chosen', by)
      return count > 0 ? 'stopped' : 'stream_not_found'
    },
    stopHolders: (accountId, isHolder) => stopHolders(deps, accountId, isHolder),
    tariffPaused: (accountId) => stopHolders(deps, accountId, () => true),
    sessionsChanged: (accountId) => endWithSessions(deps, options.accounts, accountId),
    isStopped: (streamId) => stopped.isStopped(streamId, clock.nowMs()),
    seen: watch.seen,
    flush: watch.flush,
    heard: (payload) => {
      const note = readStopNote(payload)
      if (note !== undefined) stopped.add(note)
    },
    recall: async () => {
      for (const one of await remembered(db, clock.nowMs(), maxRecalled)) stopped.add(one)
    },
    get stoppedCount() {
      return stopped.size
    },
    close: watch.close,
  }
}

async function stopHolders(
  deps: StreamDeps,
  accountId: number,
  isHolder: (holder: string) => boolean,
): Promise<void> {
  const existing = await openStreamsOf(deps.db, accountId)
  const theirs = existing.filter((one) => one.stopped === null && isHolder(one.holder))
  await stopNow(
    deps,
    theirs.map((one) => one.streamId),
    'session',
    null,
  )
}

function stopNow(
  { db, clock }: StreamDeps,
  streamIds: readonly string[],
  why: 'chosen' | 'session',
  by: string | null,
): Promise<number> {
  const nowMs = clock.nowMs()
  return db
    .transaction()
    .execute((trx) => stopStreams(trx, streamIds, { why, by, nowMs, refusedFromMs: nowMs }))
}

/**
 * Every process that receives the notification does this; the first one ends the streams, the others find none left.
 */
async function endWithSessions(
  deps: StreamDeps,
  accounts: StreamsOptions['accounts'],
  accountId: number,
): Promise<void> {
  const unended = (await openStreamsOf(deps.db, accountId)).filter((one) => one.stopped === null)
  if (unended.length === 0) return
  const [account, devices] = await Promise.all([
    accounts.accountOf(accountId),
    accounts.listDevices(accountId),
  ])
  const isOpen = account?.state === 'active'
  const living = new Set(devices.map((device) => device.sessionId))
  const ended = unended.filter((one) => !isOpen || (!one.holder.startsWith('x:') && !living.has(one.holder)))
  await stopNow(
    deps,
    ended.map((one) => one.streamId),
    'session',
    null,
  )
}

function watchSeen(deps: StreamDeps, log: Log, alongside: () => void) {
  let seen = new Map<string, number>()
  let running: Promise<void> = Promise.resolve()
  const flush = () => {
    running = running.then(async () => {
      alongside()
      const mine = seen
      seen = new Map()
      await seenFetching(deps, mine).catch((error: unknown) => log.warn('streams.write_failed', { error }))
    })
    return running
  }
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()
  return {
    seen: (streamId: string) => {
      if (!isSeen(streamId) || (seen.size >= maxSeen && !seen.has(streamId))) return
      seen.set(streamId, deps.clock.nowMs())
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
