/**
 * Requests that change nothing are answered from a standby while the primary is away: until the standby has become the
 * primary, or the former one is back. The standby is used only if it had everything shortly before.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type PostgresPool } from 'kysely'
import type { PoolClient } from 'pg'
import type { Log } from '#server/platform/log/log.ts'
import { type DatabaseLocation, type OpenDatabase, openDatabase, type ThroughPool } from './database.ts'
import { hasCaughtUp } from './read-replica.ts'

const readOnly = new AsyncLocalStorage<true>()

/** By then the standby answers, or the connections that broke are replaced. */
const retryAfterMs = 300

/**
 * Runs a request that changes nothing: while the primary is away, its statements may go to the standby. Once more, after a
 * moment, when the server went away while it ran.
 */
export function readingOnly<Result>(work: () => Promise<Result>): Promise<Result> {
  return readOnly.run(true, async () => {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw error
    }
    await pause(retryAfterMs)
    return work()
  })
}

export interface StandbyReadsOptions {
  /** A connection of its own: how busy the pool of requests is says nothing. */
  readonly primary: Pick<OpenDatabase, 'db'>
  readonly standby: Pick<OpenDatabase, 'db' | 'pool'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Monotonic milliseconds. */
  readonly steady?: () => number
}

export interface StandbyReads {
  /** Connections of the primary's pool, or of the standby's for requests that change nothing. */
  readonly through: ThroughPool
  close(): Promise<void>
}

/** How often the primary is looked at, and the standby compared with it. */
const lookEveryMs = 500
const compareEveryMs = 5000
/** The standby had everything within this time before the primary went away. */
const trustMs = 30_000
const answerLimitMs = 1500
/** A primary that is only slow answers one of two looks. */
const missedLooks = 2

export function watchStandby(options: StandbyReadsOptions): StandbyReads {
  const { primary, standby, log, steady = () => performance.now() } = options
  let awaySinceMs: number | undefined
  let [missed, comparedMs, currentMs] = [0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const mayStandIn = (): boolean => awaySinceMs !== undefined && awaySinceMs - currentMs <= trustMs
  const setAway = (why: string): void => {
    if (awaySinceMs !== undefined) return
    awaySinceMs = steady()
    log.warn('database.primary_away', { why, standbyAnswers: mayStandIn() })
  }
  const compare = async (): Promise<void> => {
    if (steady() - comparedMs < compareEveryMs) return
    comparedMs = steady()
    const compared = hasCaughtUp({ primary, replica: standby })
    if ((await inTime(compared).catch(() => false)) === true) currentMs = comparedMs
  }
  const look = async (): Promise<void> => {
    const problem = await inTime(isPrimary(primary)).catch((error: unknown) => String(error))
    if (problem !== true) {
      missed += 1
      return missed >= missedLooks ? setAway(String(problem)) : undefined
    }
    missed = 0
    if (awaySinceMs !== undefined)
      log.info('database.primary_back', { awayMs: Math.round(steady() - awaySinceMs) })
    awaySinceMs = undefined
    await compare()
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= look().finally(() => (running = undefined))
  }, lookEveryMs)
  timer.unref()
  return {
    through: (pool): PostgresPool => ({
      connect: async () => {
        const isReading = readOnly.getStore() === true
        const standIn = isReading && mayStandIn() ? await connectionOf(standby) : undefined
        if (standIn !== undefined) return standIn
        try {
          return await pool.connect()
        } catch (error) {
          if (isAway(error)) setAway(String(error))
          if (isReading && mayStandIn()) return standby.pool.connect()
          throw error
        }
      },
      end: () => pool.end(),
      options: pool.options,
    }),
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** The same for a process with these settings; undefined without a replica. */
export function openStandbyReads(
  {
    url,
    location,
    log,
    stack,
  }: {
    readonly url: string | undefined
    readonly location: DatabaseLocation
    readonly log: Log
    readonly stack: AsyncDisposableStack
  },
  ofRequests: { readonly statementTimeoutMs: number; readonly connections: number },
): StandbyReads | undefined {
  if (url === undefined) return undefined
  const primary = openDatabase({
    ...{ location, log, applicationName: 'ekran look', connections: 1 },
    ...{ statementTimeoutMs: answerLimitMs, waitMs: answerLimitMs },
  })
  const standby = openDatabase({
    ...{ location: { kind: 'address', url }, log, applicationName: 'ekran standby', ...ofRequests },
  })
  for (const opened of [primary, standby]) stack.defer(() => opened.close())
  const watched = watchStandby({ primary, standby, log })
  stack.defer(() => watched.close())
  return watched
}

/** Undefined when it does not answer either, such as in the moment in which it becomes the primary. */
function connectionOf({ pool }: Pick<OpenDatabase, 'pool'>): Promise<PoolClient | undefined> {
  return pool.connect().catch(() => undefined)
}

async function isPrimary({ db }: Pick<OpenDatabase, 'db'>): Promise<true | string> {
  const { rows } = await sql<{ waits: boolean }>`select pg_is_in_recovery() as waits`.execute(db)
  return rows[0]?.waits === false || 'it is a standby'
}

async function inTime<Result>(work: Promise<Result>): Promise<Result | string> {
  return Promise.race([work, pause(answerLimitMs, 'it does not answer', { ref: false })])
}

const awayCodes = new Set([
  // admin_shutdown, crash_shutdown, cannot_connect_now
  ...['57P01', '57P02', '57P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'],
])

/** Nobody is there; a full pool and a server with too many connections are. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.includes('Connection terminated unexpectedly')) return true
  return 'code' in error && awayCodes.has(String(error.code))
}
