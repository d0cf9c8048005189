/** Lets runs begin, stop, go on and be taken back. */
import { isNearlyEverybody } from '#contract/console/campaigns.ts'
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { beginRun, beginUndo, type BulkRun, findRun, type Member, moveRun } from './run-store.ts'
import { isWithin, mayDo, rolesForRun, sizeOfRun } from './run-limits.ts'

export interface SteerRequest {
  readonly runId: number
  readonly member: Member | undefined
  readonly nowMs: number
}

type NotMoved = { readonly kind: 'missing' | 'state' | 'forbidden' }
type Beyond = { readonly kind: 'beyond'; readonly roles: readonly string[] }

/** The subscribers of a run, those that are skipped as well. */
export async function countItems(db: Db, runId: number): Promise<number> {
  const row = await db
    .selectFrom('bulk_item')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bulk_run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export type RunStarted =
  | NotMoved
  | { readonly kind: 'everybody'; readonly count: number }
  /** `waiting`: it is beyond the limits of the member, and another must release it. */
  | { readonly kind: 'running' | 'waiting'; readonly run: BulkRun }

type Moved = { readonly run: BulkRun }

/** Begins a prepared run, or lets it wait for another member. */
export function startRun(
  db: Db,
  request: SteerRequest & { readonly everybody: number },
  record: RecordIn<Moved & { readonly kind: 'running' | 'waiting' }>,
): Promise<RunStarted> {
  return db.transaction().execute(async (trx) => {
    const started = await start(trx, request)
    if (started.kind === 'running' || started.kind === 'waiting') await record(trx, started)
    return started
  })
}

async function start(
  trx: DbTransaction,
  { runId, member, nowMs, everybody }: SteerRequest & { readonly everybody: number },
): Promise<RunStarted> {
  const run = await findRun(trx, runId)
  if (run === undefined) return { kind: 'missing' }
  if (run.state !== 'prepared') return { kind: 'state' }
  if (member !== undefined && !mayDo(member.role, run)) return { kind: 'forbidden' }
  const count = await countItems(trx, runId)
  if (count > 0 && isNearlyEverybody({ count, total: run.total }) && everybody !== count)
    return { kind: 'everybody', count }
  const size = await sizeOfRun(trx, run)
  if (!(await isWithin(trx, { act: run, size, member, nowMs }))) {
    const isMoved = await moveRun(trx, runId, { from: ['prepared'], to: 'waiting', nowMs })
    return isMoved ? { kind: 'waiting', run } : { kind: 'state' }
  }
  const isMoved = await beginRun(trx, runId, { from: 'prepared', member, nowMs })
  return isMoved ? { kind: 'running', run } : { kind: 'state' }
}

export type RunReleased =
  | NotMoved
  | Beyond
  | { readonly kind: 'same_person' }
  | { readonly kind: 'released'; readonly run: BulkRun }

/** Lets a waiting run begin: by another member than who made it, within that one's limits. */
export function releaseRun(
  db: Db,
  { runId, member, nowMs }: SteerRequest,
  record: RecordIn<Moved>,
): Promise<RunReleased> {
  return recordedAct<RunReleased, 'released'>(db, { done: 'released', record }, async (trx) => {
    const run = await findRun(trx, runId)
    if (run === undefined) return { kind: 'missing' } as const
    if (run.state !== 'waiting') return { kind: 'state' } as const
    if (member !== undefined && !mayDo(member.role, run)) return { kind: 'forbidden' } as const
    if (member !== undefined && member.staffId === run.staffId) return { kind: 'same_person' } as const
    const size = await sizeOfRun(trx, run)
    if (!(await isWithin(trx, { act: run, size, member, nowMs })))
      return { kind: 'beyond', roles: rolesForRun(run, size) } as const
    const isMoved = await beginRun(trx, runId, { from: 'waiting', member, nowMs })
    return isMoved ? ({ kind: 'released', run } as const) : ({ kind: 'state' } as const)
  })
}

export type RunStopped =
  | { readonly kind: 'missing' | 'state' }
  | { readonly kind: 'stopped'; readonly run: BulkRun }

/** Stops a run, or drops one that has not begun. What was done stays. */
export function stopRun(
  db: Db,
  { runId, nowMs }: Omit<SteerRequest, 'member'>,
  record: RecordIn<Moved>,
): Promise<RunStopped> {
  return recordedAct<RunStopped, 'stopped'>(db, { done: 'stopped', record }, async (trx) => {
    const run = await findRun(trx, runId)
    if (run === undefined) return { kind: 'missing' }
    const isMoved =
      (await moveRun(trx, runId, { from: ['running'], to: 'stopped', nowMs })) ||
      (await moveRun(trx, runId, { from: ['undoing'], to: 'stopped', nowMs })) ||
      (await moveRun(trx, runId, { from: ['preparing', 'prepared', 'waiting'], to: 'cancelled', nowMs }))
    return isMoved ? { kind: 'stopped', run } : { kind: 'state' }
  })
}

export type RunResumed = NotMoved | Beyond | { readonly kind: 'resumed'; readonly run: BulkRun }

/**
 * Goes on with a stopped run. Another member than who let it begin needs the whole of it within the own limits, and from
 * then on it is that member's: the acts that are left are under that name. A run that is being taken back never goes on.
 */
export function resumeRun(
  db: Db,
  { runId, member, nowMs }: SteerRequest,
  record: RecordIn<Moved>,
): Promise<RunResumed> {
  return recordedAct<RunResumed, 'resumed'>(db, { done: 'resumed', record }, async (trx) => {
    const run = await findRun(trx, runId)
    if (run === undefined) return { kind: 'missing' } as const
    if (run.state !== 'stopped' || run.undoReason !== '') return { kind: 'state' } as const
    if (member !== undefined && !mayDo(member.role, run)) return { kind: 'forbidden' } as const
    // Who let it begin has its limits checked already.
    const isOwn = member?.staffId === run.releasedStaffId
    if (!isOwn) {
      const size = await sizeOfRun(trx, run)
      if (!(await isWithin(trx, { act: run, size, member, nowMs, exceptRunId: runId })))
        return { kind: 'beyond', roles: rolesForRun(run, size) } as const
    }
    const isMoved = isOwn
      ? await moveRun(trx, runId, { from: ['stopped'], to: 'running', nowMs })
      : await beginRun(trx, runId, { from: 'stopped', member, nowMs })
    return isMoved ? ({ kind: 'resumed', run } as const) : ({ kind: 'state' } as const)
  })
}

export type RunUndoing = NotMoved | Beyond | { readonly kind: 'undoing'; readonly run: BulkRun }

/** Begins to take a run back; that of another member within the own limits, towards which it counts. */
export function takeRunBack(
  db: Db,
  { runId, member, nowMs, reason }: SteerRequest & { readonly reason: string },
  record: RecordIn<Moved>,
): Promise<RunUndoing> {
  return recordedAct<RunUndoing, 'undoing'>(db, { done: 'undoing', record }, async (trx) => {
    const run = await findRun(trx, runId)
    if (run === undefined) return { kind: 'missing' } as const
    if (run.state !== 'done' && run.state !== 'stopped') return { kind: 'state' } as const
    if (member !== undefined && !mayDo(member.role, run)) return { kind: 'forbidden' } as const
    if (member !== undefined && member.staffId !== run.releasedStaffId) {
      const size = await sizeOfRun(trx, run)
      if (!(await isWithin(trx, { act: run, size, member, nowMs, exceptRunId: runId })))
        return { kind: 'beyond', roles: rolesForRun(run, size) } as const
    }
    const isMoved = await beginUndo(trx, runId, { member, reason, nowMs })
    return isMoved ? ({ kind: 'undoing', run } as const) : ({ kind: 'state' } as const)
  })
}
