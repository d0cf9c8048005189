/**
 * Reads on a streaming replica. Each waits until the replica has replayed what the primary had written at its call, so
 * that a caller who has just changed something reads it; where that takes too long, and where the replica fails, it reads from
 * the primary.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#server/platform/log/log.ts'
import { type Db, isOverload, openDatabase, type OpenDatabase } from './database.ts'

/** Runs a read that sees everything that was committed before the call. */
export type ReadFrom = <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>

export interface ReadReplicaOptions {
  readonly primary: Pick<OpenDatabase, 'db'>
  readonly replica: Pick<OpenDatabase, 'db'>
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Monotonic milliseconds. */
  readonly steady?: () => number
  /** How long a read waits for the replica, milliseconds; default `waitMs`. */
  readonly waitMs?: number
}

/** Longer than the usual lag by far, shorter than a reader notices. */
const waitMs = 1000
const lookEveryMs = 20
/** A replica that was behind or away is asked again after this time. */
const restMs = 5000
/** A replica that is connected and does not answer counts as away. */
const answerLimitMs = 3000
/** Far more than loading the largest catalogue takes. */
const statementTimeoutMs = 60_000
const connections = 4
/** Replication conflicts cancel a query: the primary answers it. */
const conflict = new Set(['40001', '40P01', '57014', '25006'])

/** Reads from the replica where that is possible. Its log says when it is not used and when it is again. */
export function readFromReplica(options: ReadReplicaOptions): ReadFrom {
  const { primary, replica, log, steady = () => performance.now() } = options
  let restUntilMs = Number.NEGATIVE_INFINITY
  let isUsed = true
  const rest = (why: string): void => {
    restUntilMs = steady() + restMs
    if (isUsed) log.warn('database.replica_unused', { why })
    isUsed = false
  }
  const use = (): void => {
    if (!isUsed) log.info('database.replica_used')
    isUsed = true
  }
  return async (read) => {
    if (steady() < restUntilMs) return read(primary.db)
    const caughtUp = await inTime(hasCaughtUp(options)).catch((error: unknown) => String(error))
    if (caughtUp !== true) {
      rest(caughtUp)
      return read(primary.db)
    }
    use()
    try {
      return await read(replica.db)
    } catch (error) {
      if (!isOverload(error) && !isConflict(error)) throw error
      rest(String(error))
      return read(primary.db)
    }
  }
}

/** The reads of a process: from a replica when its address is set, otherwise from the primary. */
export function openReads({
  url,
  primary,
  log,
  stack,
}: {
  readonly url: string | undefined
  readonly primary: OpenDatabase
  readonly log: Log
  readonly stack: AsyncDisposableStack
}): ReadFrom {
  if (url === undefined) return (read) => read(primary.db)
  const applicationName = 'ekran reads'
  const location = { kind: 'address', url } as const
  const replica = openDatabase({ location, log, connections, applicationName, statementTimeoutMs })
  stack.defer(() => replica.close())
  return readFromReplica({ primary, replica, log })
}

async function inTime<Result>(work: Promise<Result>): Promise<Result | string> {
  const late = pause(answerLimitMs, 'it does not answer', { ref: false })
  return Promise.race([work, late])
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflict.has(String(error.code))
}

/** True once the replica has what the primary had at the call; otherwise why it is not used. */
export async function hasCaughtUp(
  options: Pick<ReadReplicaOptions, 'primary' | 'replica' | 'steady' | 'waitMs'>,
): Promise<true | string> {
  const { primary, replica, steady = () => performance.now(), waitMs: limitMs = waitMs } = options
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(
    primary.db,
  )
  const lsn = rows[0]?.lsn ?? ''
  const untilMs = steady() + limitMs
  for (;;) {
    const looked = await sql<{ isReplica: boolean; hasIt: boolean | null; lagSec: number | null }>`
      select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "hasIt",
        extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as "lagSec"`.execute(replica.db)
    const [state] = looked.rows
    if (state?.isReplica !== true) return 'it is no replica: it may have become the primary'
    if (state.hasIt === true) return true
    if (steady() >= untilMs) return `it is behind by ${Math.round(state.lagSec ?? 0)} s`
    await pause(lookEveryMs)
  }
}
