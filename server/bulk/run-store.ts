/** Runs as stored, and how they move from state to state. */
import { type Selectable, sql } from 'kysely'
import type { BulkKind, BulkState } from '#contract/console/bulk.ts'
import { SegmentRules } from '#contract/console/segment-rules.ts'
import type { Role } from '#contract/form/permissions.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { BulkRunTable } from './tables.ts'

/** A member of staff; undefined stands for an operator at the command line, who has no limits. */
export interface Member {
  readonly staffId: number
  readonly name: string
  readonly role: Role
}

/** What is done to each. */
export interface BulkAct {
  readonly kind: BulkKind
  readonly purpose: 'goodwill' | 'correction'
  /** For each; 0 where the kind has none. */
  readonly amountTiyin: number
  readonly days: number
  /** Undefined: the main tariff of each. */
  readonly tariffId: number | undefined
  readonly endsNow: boolean
}

export interface BulkRun extends BulkAct {
  readonly runId: number
  readonly reason: string
  readonly segmentName: string
  readonly rules: SegmentRules
  readonly state: BulkState
  readonly isFrozen: boolean
  /** All subscribers when it was made. */
  readonly total: number
  readonly createdMs: number
  readonly startedMs: number
  readonly staffId: number | undefined
  /** '' for an operator at the command line. */
  readonly staffName: string
  readonly releasedStaffId: number | undefined
  readonly releasedName: string
  readonly undoReason: string
  readonly undoStaffId: number | undefined
  readonly undoName: string
}

export const maxRuns = 100

function runOf(row: Selectable<BulkRunTable>): BulkRun {
  return {
    ...{ runId: row.bulk_run_id, kind: row.kind, purpose: row.purpose, amountTiyin: row.amount_tiyin },
    ...{ days: row.days, tariffId: row.tariff_id ?? undefined, endsNow: row.ends_now, reason: row.reason },
    ...{ segmentName: row.segment_name, rules: SegmentRules.parse(row.rules), state: row.state },
    ...{ isFrozen: row.frozen_at !== null, total: row.total, createdMs: row.created_at.getTime() },
    ...{ startedMs: row.started_at?.getTime() ?? 0, staffId: row.staff_id ?? undefined },
    ...{ staffName: row.staff_name, releasedStaffId: row.released_staff_id ?? undefined },
    ...{ releasedName: row.released_name, undoReason: row.undo_reason },
    ...{ undoStaffId: row.undo_staff_id ?? undefined, undoName: row.undo_name },
  }
}

/** The newest runs. */
export async function listRuns(db: Db): Promise<readonly BulkRun[]> {
  const rows = await db
    .selectFrom('bulk_run')
    .selectAll()
    .orderBy('bulk_run_id', 'desc')
    .limit(maxRuns)
    .execute()
  return rows.map(runOf)
}

export async function findRun(db: Db | DbTransaction, runId: number): Promise<BulkRun | undefined> {
  const row = await db.selectFrom('bulk_run').selectAll().where('bulk_run_id', '=', runId).executeTakeFirst()
  return row === undefined ? undefined : runOf(row)
}

/** Runs with work to do, the oldest first; only those of `runIds` where there are any. */
export async function runsToWorkOn(db: Db, runIds?: readonly number[]): Promise<readonly BulkRun[]> {
  const rows = await db
    .selectFrom('bulk_run')
    .selectAll()
    .where('state', 'in', ['preparing', 'running', 'undoing'])
    .$if(runIds !== undefined, (query) =>
      query.where('bulk_run_id', '=', sql<number>`any(${runIds ?? []}::integer[])`),
    )
    .orderBy('bulk_run_id')
    .limit(maxRuns)
    .execute()
  return rows.map(runOf)
}

export interface RunToMake extends BulkAct {
  readonly reason: string
  readonly segmentName: string
  readonly rules: SegmentRules
  readonly member: Member | undefined
}

/** Stores a run with its entry in the audit; the worker prepares its preview. Returns its number. */
export function makeRun(
  db: Db,
  run: RunToMake & { readonly nowMs: number },
  record: RecordIn<{ readonly runId: number }>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const runId = await insertRun(trx, run)
    await record(trx, { runId })
    return runId
  })
}

async function insertRun(
  trx: DbTransaction,
  { nowMs, ...run }: RunToMake & { readonly nowMs: number },
): Promise<number> {
  const { kind, purpose, amountTiyin, days, tariffId, endsNow, segmentName, rules, member } = run
  const row = await trx
    .insertInto('bulk_run')
    .values({
      ...{ kind, purpose, amount_tiyin: amountTiyin, days, tariff_id: tariffId ?? null, ends_now: endsNow },
      ...{ reason: cleaned(run.reason), segment_name: segmentName, rules: JSON.stringify(rules) },
      ...{ state: 'preparing', created_at: new Date(nowMs) },
      ...{ staff_id: member?.staffId ?? null, staff_name: member?.name ?? '' },
    })
    .returning('bulk_run_id')
    .executeTakeFirstOrThrow()
  return row.bulk_run_id
}

function cleaned(reason: string): string {
  return reason.toWellFormed().replace(/\p{Cc}/gu, ' ')
}

/** Moves a run, unless it is in another state meanwhile. */
export async function moveRun(
  db: Db | DbTransaction,
  runId: number,
  {
    from,
    to,
    nowMs,
  }: { readonly from: readonly BulkState[]; readonly to: BulkState; readonly nowMs: number },
): Promise<boolean> {
  const moved = await db
    .updateTable('bulk_run')
    .set({ state: to, ...(to === 'done' || to === 'undone' ? { finished_at: new Date(nowMs) } : {}) })
    .where('bulk_run_id', '=', runId)
    .where('state', 'in', [...from])
    .executeTakeFirst()
  return Number(moved.numUpdatedRows) > 0
}

/** Lets a run begin, or another member go on with it, under the name of a member. */
export async function beginRun(
  db: Db | DbTransaction,
  runId: number,
  {
    from,
    member,
    nowMs,
  }: { readonly from: BulkState; readonly member: Member | undefined; readonly nowMs: number },
): Promise<boolean> {
  const moved = await db
    .updateTable('bulk_run')
    .set({
      ...{ state: 'running', started_at: new Date(nowMs) },
      ...{ released_staff_id: member?.staffId ?? null, released_name: member?.name ?? '' },
    })
    .where('bulk_run_id', '=', runId)
    .where('state', '=', from)
    .executeTakeFirst()
  return Number(moved.numUpdatedRows) > 0
}

/** Begins to take a run back. */
export async function beginUndo(
  db: Db | DbTransaction,
  runId: number,
  {
    member,
    reason,
    nowMs,
  }: { readonly member: Member | undefined; readonly reason: string; readonly nowMs: number },
): Promise<boolean> {
  const moved = await db
    .updateTable('bulk_run')
    .set({
      ...{ state: 'undoing', undo_reason: cleaned(reason), undo_name: member?.name ?? '' },
      ...{ undo_staff_id: member?.staffId ?? null, undo_at: new Date(nowMs) },
    })
    .where('bulk_run_id', '=', runId)
    // Of one that was undone, those that could not be taken back are not tried again.
    .where('state', 'in', ['done', 'stopped'])
    .executeTakeFirst()
  return Number(moved.numUpdatedRows) > 0
}
