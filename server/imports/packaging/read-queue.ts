/** The packaging queue for people, in its order. */
import type { Db } from '#server/platform/database/database.ts'
import type { PackagingRow } from './packaging.ts'
import { reasonBeside } from './packaging.ts'
import { type QueuePause, readQueuePause } from './steer-queue.ts'
import { filmLeftMs, queueLeft } from './time-left.ts'

export interface QueueWorker {
  readonly host: string
  readonly process: string
  /** 1 for the first. */
  readonly attempt: number
}

export interface QueuedFilm {
  readonly row: PackagingRow
  /** The reason without the file's path. */
  readonly reason: string
  /** Of all steps, with the running one. */
  readonly spentMs: number
  readonly leftMs: number | undefined
  readonly worker: QueueWorker | undefined
}

export interface FilmQueue extends QueuePause {
  /** By state, and what waits in the order in which it is begun. At most `maxOfState` of each. */
  readonly films: readonly QueuedFilm[]
  readonly counts: Readonly<Record<PackagingRow['state'], number>>
  /** Of all films; undefined before one was measured. */
  readonly leftMs: number | undefined
}

const maxOfState = 300
/** Finished films are shown for so long. */
const readyMs = 24 * 3_600_000
const states = ['running', 'waiting', 'refused', 'removed', 'ready'] as const

/** Reads the queue. */
export async function readQueue(db: Db, nowMs: number): Promise<FilmQueue> {
  const [rows, pause] = await Promise.all([listedRows(db, nowMs), readQueuePause(db)])
  const of = (state: PackagingRow['state']) =>
    rows
      .filter((row) => row.state === state)
      .toSorted(state === 'waiting' || state === 'running' ? inOrder : newestFirst)
  const groups = states.map((state) => [state, of(state)] as const)
  const left = queueLeft(
    rows.filter(({ paused_at: at }) => at === null),
    nowMs,
  )
  return {
    ...pause,
    films: groups.flatMap(([, group]) => group.slice(0, maxOfState).map((row) => filmOf(row, nowMs))),
    counts: Object.fromEntries(groups.map(([state, group]) => [state, group.length])) as FilmQueue['counts'],
    leftMs: left.leftMs,
  }
}

/** All but the films that are finished for longer, in the order in which they came. */
async function listedRows(db: Db, nowMs: number): Promise<readonly PackagingRow[]> {
  return db
    .selectFrom('packaging')
    .selectAll()
    .where((where) =>
      where.or([where('state', '<>', 'ready'), where('changed_at', '>', new Date(nowMs - readyMs))]),
    )
    .orderBy('ordered_at')
    .execute()
}

/** As the workers take them: all become playable first. */
function inOrder(a: PackagingRow, b: PackagingRow): number {
  const isFirst = ({ step }: PackagingRow) => (step === 'playable' ? 0 : 1)
  return (
    isFirst(a) - isFirst(b) ||
    b.rank - a.rank ||
    a.ordered_at.getTime() - b.ordered_at.getTime() ||
    (a.asset_id < b.asset_id ? -1 : 1)
  )
}

function newestFirst(a: PackagingRow, b: PackagingRow): number {
  return b.changed_at.getTime() - a.changed_at.getTime()
}

function filmOf(row: PackagingRow, nowMs: number): QueuedFilm {
  const isRunning = row.state === 'running'
  const runningMs = isRunning && row.begun_at !== null ? Math.max(0, nowMs - row.begun_at.getTime()) : 0
  return {
    row,
    reason: reasonBeside(row),
    // The first step begins the count again.
    spentMs: (isRunning && row.step === 'playable' ? 0 : row.spent_ms) + runningMs,
    leftMs: filmLeftMs(row, nowMs),
    worker: isRunning ? workerOf(row.worker) : undefined,
  }
}

/** `<host> <process> <job> <attempt>`, as workers name themselves. */
function workerOf(name: string | null): QueueWorker | undefined {
  if (name === null) return undefined
  const [host = '', process = '', , attempt = ''] = name.split(' ')
  return { host, process, attempt: Number(attempt) || 1 }
}
