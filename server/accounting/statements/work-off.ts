/** What differs between a statement and our payments is worked off row by row, until the statement is closed. */
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Refunder } from '#server/accounting/payments/refund-limits.ts'
import { lockStatement, type StatementSystem } from './store-statement.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface RowAct {
  readonly rowId: number
  /** Of a note or of an acceptance: why. */
  readonly note: string
  readonly by: Refunder
}

export type RowResolved =
  | { readonly kind: 'done'; readonly statementId: number }
  /** Somebody worked it off before. */
  | { readonly kind: 'resolved_before'; readonly who: string }
  /** No such row, or its statement is closed. */
  | { readonly kind: 'not_found' }

export type RowDone = Extract<RowResolved, { readonly kind: 'done' }>

/** Stores a note; the row stays open. */
export function noteRow(
  deps: Deps,
  { rowId, note }: RowAct,
  record: RecordIn<RowDone>,
): Promise<RowResolved> {
  return withOpenRow<RowResolved>(deps, { rowId, record }, async (trx, row) => {
    await trx.updateTable('statement_row').set({ note }).where('statement_row_id', '=', rowId).execute()
    return { kind: 'done', statementId: row.statement_id }
  })
}

/** Accepts a difference with a reason: nothing moves. */
export function acceptRow(
  deps: Deps,
  { rowId, note, by }: RowAct,
  record: RecordIn<RowDone>,
): Promise<RowResolved> {
  return withOpenRow<RowResolved>(deps, { rowId, record }, async (trx, row) => {
    await resolveRow(trx, rowId, { state: 'accepted', note, by, nowMs: deps.clock.nowMs() })
    return { kind: 'done', statementId: row.statement_id }
  })
}

export interface OpenRow {
  readonly statement_id: number
  readonly system: StatementSystem
  readonly kind: string
  readonly external_id: string
  readonly theirs_tiyin: number | null
  readonly reference: string
}

/** Runs `work` with the row locked, when it is open and so is its statement; what it has `done` is in the audit with it. */
export async function withOpenRow<Result extends { readonly kind: string }>(
  { db }: Deps,
  { rowId, record }: { readonly rowId: number; readonly record: RecordIn<RowDone> },
  work: (trx: DbTransaction, row: OpenRow) => Promise<Result>,
): Promise<Result | Exclude<RowResolved, { readonly kind: 'done' }>> {
  return db.transaction().execute(async (trx) => {
    // Before the row, as who closes or discards the statement does, and who waits then for the end of this.
    const statement = await trx
      .selectFrom('statement')
      .select(['state', 'system'])
      .where('statement_id', '=', ({ selectFrom }) =>
        selectFrom('statement_row').select('statement_id').where('statement_row_id', '=', rowId),
      )
      .forShare()
      .executeTakeFirst()
    const row = await trx
      .selectFrom('statement_row')
      .select(['statement_id', 'kind', 'external_id', 'theirs_tiyin', 'reference', 'by_name', 'state'])
      .where('statement_row_id', '=', rowId)
      .forUpdate()
      .executeTakeFirst()
    if (statement === undefined || row === undefined || row.state === 'matched') return { kind: 'not_found' }
    if (row.state !== 'open') return { kind: 'resolved_before', who: row.by_name }
    if (statement.state !== 'open') return { kind: 'not_found' }
    const outcome = await work(trx, { ...row, system: statement.system })
    if (outcome.kind === 'done') await record(trx, { kind: 'done', statementId: row.statement_id })
    return outcome
  })
}

export interface Resolution {
  readonly state: 'accepted' | 'credited' | 'arrived'
  /** Of the entry that credited it. */
  readonly reference?: string
  readonly note: string
  readonly by: Refunder
  readonly nowMs: number
}

export async function resolveRow(trx: DbTransaction, rowId: number, resolution: Resolution): Promise<void> {
  const { state, note, by, nowMs, reference } = resolution
  await trx
    .updateTable('statement_row')
    .set({ state, note, by_name: by?.name ?? '', resolved_at: new Date(nowMs) })
    .$if(reference !== undefined, (update) => update.set({ reference: reference ?? '' }))
    .where('statement_row_id', '=', rowId)
    .execute()
}

export type StatementClosed =
  | { readonly kind: 'closed' }
  | { readonly kind: 'still_open'; readonly count: number }
  | { readonly kind: 'not_found' }

/** Closes a statement of which every difference is worked off. */
export function closeStatement(
  { db, clock }: Deps,
  { statementId, by }: { readonly statementId: number; readonly by: Refunder },
  record: RecordIn<unknown>,
): Promise<StatementClosed> {
  return recordedAct<StatementClosed, 'closed'>(db, { done: 'closed', record }, async (trx) => {
    if ((await lockStatement(trx, statementId, 'open')) === undefined) return { kind: 'not_found' }
    const { open } = await trx
      .selectFrom('statement_row')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('statement_id', '=', statementId)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    if (Number(open) > 0) return { kind: 'still_open', count: Number(open) }
    await trx
      .updateTable('statement')
      .set({ state: 'closed', closed_by_name: by?.name ?? '', closed_at: new Date(clock.nowMs()) })
      .where('statement_id', '=', statementId)
      .execute()
    return { kind: 'closed' }
  })
}

/** Discards a statement that was loaded by mistake and of which nothing was credited; false when that is not so. */
export function discardStatement(
  { db }: Deps,
  statementId: number,
  record: RecordIn<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const statement = await trx
      .selectFrom('statement')
      .select('state')
      .where('statement_id', '=', statementId)
      .where('state', 'in', ['uploading', 'open'])
      .forUpdate()
      .executeTakeFirst()
    if (statement === undefined) return false
    const credited = await trx
      .selectFrom('statement_row')
      .select('statement_row_id')
      .where('statement_id', '=', statementId)
      .where('state', 'in', ['credited', 'reversed'])
      .limit(1)
      .executeTakeFirst()
    if (credited !== undefined) return false
    await trx.deleteFrom('statement_row').where('statement_id', '=', statementId).execute()
    await trx
      .updateTable('statement')
      .set({ state: 'discarded' })
      .where('statement_id', '=', statementId)
      .execute()
    await record(trx)
    return true
  })
}
