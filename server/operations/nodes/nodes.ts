/** The processes of the installation: each writes that it is alive, and the console shows them. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { differsMs, measureClock } from '#server/platform/database/clock-difference.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import '#server/operations/stored/tables.ts'

const reportEveryMs = 10_000
/** Without a sign of life for so long a process counts as lost. */
const lostMs = 45_000
const memoryMs = 24 * 3_600_000
const maxShown = 100

export interface NodeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** `api`, `media`, `jobs`. */
  readonly runs: ReadonlySet<string>
  readonly version: string
  readonly isQuiet: boolean
  /** Between two reports; ten seconds when absent. */
  readonly everyMs?: number
}

export interface StoredNode {
  readonly host: string
  readonly pid: number
  readonly roles: readonly string[]
  readonly version: string
  readonly isQuiet: boolean
  readonly startedMs: number
  readonly seenMs: number
  readonly memoryBytes: number
  readonly loopDelayMs: number
  /** By how much the clock of its machine is ahead of the database's; null while that is not measured. */
  readonly clockAheadMs: number | null
  /** It did not say that it ends, and is silent. */
  readonly isLost: boolean
}

/** Reports this process every ten seconds; returns a function that ends it and says so. */
export async function keepNode(deps: NodeDeps): Promise<() => Promise<void>> {
  const { db, clock, log, everyMs = reportEveryMs } = deps
  const nodeId = randomUUID()
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  const measured = () => {
    const delay = loop.percentile(99) / 1e6
    loop.reset()
    return {
      memory_bytes: process.memoryUsage.rss(),
      loop_delay_ms: Number.isFinite(delay) ? Math.round(delay) : 0,
      seen_at: new Date(clock.nowMs()),
    }
  }
  const watchClock = clockWatch(deps)
  const report = async (): Promise<void> => {
    const difference = await watchClock()
    await touchNode(db, nodeId, { ...measured(), ...difference })
  }
  const difference = await watchClock()
  await insertNode(deps, nodeId, { ...measured(), ...difference })
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= report()
      .catch((error: unknown) => log.warn('nodes.not_reported', { error }))
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    loop.disable()
    await running
    await db
      .updateTable('node')
      .set({ stopped_at: new Date(clock.nowMs()) })
      .where('node_id', '=', nodeId)
      .execute()
      .catch((error: unknown) => log.warn('nodes.not_reported', { error }))
  }
}

interface Measured {
  readonly memory_bytes: number
  readonly loop_delay_ms: number
  readonly seen_at: Date
  readonly clock_ahead_ms?: number
}

/**
 * Measures the clock, and says in the log when it begins to differ and when it agrees again. Nothing while the database is
 * too slow to say: what was measured before stays.
 */
function clockWatch({ db, clock, log }: NodeDeps): () => Promise<{ readonly clock_ahead_ms?: number }> {
  let differed = false
  return async () => {
    const aheadMs = await measureClock({ db, clock }, 1)
    if (aheadMs === undefined) return {}
    const differs = Math.abs(aheadMs) > differsMs
    if (differs && !differed) log.error('nodes.clock_differs', { aheadMs })
    if (!differs && differed) log.info('nodes.clock_agrees', { aheadMs })
    differed = differs
    return { clock_ahead_ms: aheadMs }
  }
}

/** The machines whose clock differs from the database's, of processes that report; sorted. */
export async function hostsWithWrongClock(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('node')
    .select('host')
    .distinct()
    .where('stopped_at', 'is', null)
    // By their own clocks, which may be those that are wrong.
    .where(
      sql<boolean>`seen_at - make_interval(secs => clock_ahead_ms / 1000.0) > now() - make_interval(secs => ${lostMs / 1000})`,
    )
    .where(sql<boolean>`abs(clock_ahead_ms) > ${differsMs}`)
    .orderBy('host')
    .limit(maxShown)
    .execute()
  return rows.map(({ host }) => host)
}

async function insertNode(deps: NodeDeps, nodeId: string, measured: Measured): Promise<void> {
  const { db, runs, version, isQuiet } = deps
  await db
    .deleteFrom('node')
    .where('seen_at', '<', new Date(measured.seen_at.getTime() - memoryMs))
    .execute()
  await db
    .insertInto('node')
    .values({
      ...{ node_id: nodeId, host: hostname(), pid: process.pid, roles: [...runs], version },
      ...{ is_quiet: isQuiet, started_at: measured.seen_at, stopped_at: null, ...measured },
    })
    .execute()
}

async function touchNode(db: Db, nodeId: string, measured: Measured): Promise<void> {
  await db.updateTable('node').set(measured).where('node_id', '=', nodeId).execute()
}

/** Those that run, and those that were lost and not started again, by host and time of start. */
export async function listNodes(db: Db, nowMs: number): Promise<readonly StoredNode[]> {
  const rows = await db
    .selectFrom('node')
    .selectAll()
    .where('stopped_at', 'is', null)
    .where('seen_at', '>', new Date(nowMs - memoryMs))
    .orderBy('started_at', 'desc')
    .limit(maxShown)
    .execute()
  const partOf = (row: (typeof rows)[number]) => `${row.host} ${row.roles.toSorted().join()}`
  const isLost = (row: (typeof rows)[number]) => nowMs - row.seen_at.getTime() > lostMs
  return rows
    .filter(
      (row, index) => !isLost(row) || !rows.slice(0, index).some((newer) => partOf(newer) === partOf(row)),
    )
    .map((row) => ({
      ...{ host: row.host, pid: row.pid, roles: row.roles, version: row.version, isQuiet: row.is_quiet },
      ...{ startedMs: row.started_at.getTime(), seenMs: row.seen_at.getTime(), isLost: isLost(row) },
      ...{ memoryBytes: Number(row.memory_bytes), loopDelayMs: row.loop_delay_ms },
      clockAheadMs: row.clock_ahead_ms === null ? null : Number(row.clock_ahead_ms),
    }))
    .toSorted((one, other) => one.host.localeCompare(other.host) || one.startedMs - other.startedMs)
}
