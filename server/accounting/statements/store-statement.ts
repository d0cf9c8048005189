/** Statements: uploaded piece by piece, read row by row, compared. */
import { type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { sql } from 'kysely'
import { appendPart, openSheet, SheetRefused, wholeFile } from '#server/imports/imports.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { RefundedBy } from '#server/merchants/merchants.ts'
import { columnsOf, maxTitleRows, type StatementColumns } from './columns.ts'
import { createStatedRows, matchRows } from './match-rows.ts'
import { type AmountUnit, readRow, type RowProblem, type RowRules, type StatedRow } from './read-row.ts'
import type { StatementTable } from './tables.ts'

export type StatementSystem = StatementTable['system']

export interface NewStatement {
  readonly system: StatementSystem
  /** The name of the file. */
  readonly name: string
  readonly sizeBytes: number
  /** Days in Tashkent, both included: `2026-11-27`. */
  readonly fromDay: string
  readonly toDay: string
  readonly by: RefundedBy
  readonly nowMs: number
}

const maxName = 200

/** Begins an upload; returns its number. */
export async function startStatement(db: Db, statement: NewStatement): Promise<number> {
  const { system, name, sizeBytes, fromDay, toDay, by, nowMs } = statement
  const { statement_id: id } = await db
    .insertInto('statement')
    .values({
      ...{ system, name: name.slice(0, maxName), from_day: fromDay, to_day: toDay, state: 'uploading' },
      ...{ size_bytes: sizeBytes, staff_id: by?.staffId ?? null, staff_name: by?.name ?? '' },
      ...{ made_at: new Date(nowMs), closed_at: null },
    })
    .returning('statement_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the next piece; returns how much is there, undefined when there is no such upload. */
export function appendToStatement(
  db: Db,
  draftId: number,
  beginsAt: number,
  bytes: Uint8Array,
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    const statement = await lockStatement(trx, draftId, 'uploading')
    if (statement === undefined) return undefined
    return appendPart(trx, 'statement_part', { draftId, sizeBytes: statement.size_bytes }, beginsAt, bytes)
  })
}

/** Locks a statement in this state to the end of the transaction; undefined when there is none. */
export function lockStatement(trx: DbTransaction, statementId: number, state: 'uploading' | 'open') {
  return trx
    .selectFrom('statement')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
}

/** More than a spreadsheet has rows. */
export const maxStatementRows = 1_100_000
/** What is stored of rows that are no payment. */
const maxProblems = 500
const sampleRows = 8
const sampleCells = 30
const sampleCharacters = 60
const rowsAtOnce = 5000

export interface ReadOptions {
  readonly statementId: number
  /** What a person chose; undefined: by the headings. */
  readonly columns?: StatementColumns | undefined
  readonly unit: AmountUnit
}

/** `columns_unknown`: a person must say what they are; the first rows are stored as a sample. */
export type StatementRead =
  | { readonly kind: 'read' }
  | { readonly kind: 'columns_unknown' }
  | { readonly kind: 'refused'; readonly refusal: string }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'not_found' }

/** Reads the whole file and compares it with our payments, in one transaction: all of it, or nothing. */
export function readStatement(
  db: Db,
  options: ReadOptions,
  record: RecordIn<unknown>,
): Promise<StatementRead> {
  return recordedAct<StatementRead, 'read'>(db, { done: 'read', record }, async (trx) => {
    // A million rows take a minute or two.
    await sql`set local statement_timeout = '10min'`.execute(trx)
    await sql`set local work_mem = '64MB'`.execute(trx)
    const { statementId } = options
    const statement = await lockStatement(trx, statementId, 'uploading')
    if (statement === undefined) return { kind: 'not_found' }
    const place = { draftId: statementId, sizeBytes: statement.size_bytes }
    const bytes = await wholeFile(trx, 'statement_part', place)
    if (bytes === undefined) return { kind: 'incomplete' }
    const read = await readRows(trx, bytes, { ...options, needsTime: statement.system === 'bank' }).catch(
      (error: unknown) => {
        if (error instanceof SheetRefused) return { refusal: error.refusal }
        throw error
      },
    )
    if ('refusal' in read) {
      await trx
        .updateTable('statement')
        .set({ refusal: read.refusal, state: 'discarded' })
        .where('statement_id', '=', statementId)
        .execute()
      return { kind: 'refused', refusal: read.refusal }
    }
    const isRead = read.columns !== undefined && read.rowCount > 0
    await trx
      .updateTable('statement')
      .set({
        ...{ sample: JSON.stringify(read.sample), problems: JSON.stringify(read.problems) },
        ...{ problem_count: read.problemCount, skipped_count: read.skipped },
        state: isRead ? 'open' : 'uploading',
      })
      .where('statement_id', '=', statementId)
      .execute()
    if (!isRead) return { kind: 'columns_unknown' }
    await matchRows(trx, statementId)
    await sql`delete from statement_part where draft_id = ${statementId}`.execute(trx)
    return { kind: 'read' }
  })
}

interface RowsRead {
  readonly columns: StatementColumns | undefined
  readonly sample: readonly (readonly string[])[]
  readonly problems: readonly { readonly line: number; readonly problem: RowProblem; readonly text: string }[]
  readonly problemCount: number
  readonly skipped: number
  readonly rowCount: number
}

async function readRows(
  trx: DbTransaction,
  bytes: Buffer,
  { columns: chosen, ...rules }: Omit<ReadOptions, 'statementId'> & Pick<RowRules, 'needsTime'>,
): Promise<RowsRead> {
  const sheet = await openSheet(bytes, maxStatementRows)
  await createStatedRows(trx)
  const sample: string[][] = []
  const problems: RowsRead['problems'][number][] = []
  let columns = chosen
  let [problemCount, skipped, rowCount] = [0, 0, 0]
  let waiting: StatedRow[] = []
  const note = (line: number, problem: RowProblem, text: string) => {
    problemCount += 1
    if (problems.length < maxProblems) problems.push({ line, problem, text })
  }
  for await (const one of sheet.rows()) {
    if ('bad' in one) {
      note(one.row, 'broken', '')
      continue
    }
    if (sample.length < sampleRows) sample.push(sampleOf(one.cells))
    const named = one.row <= maxTitleRows ? columnsOf(one.cells) : undefined
    if (columns === undefined) {
      columns = named
      if (columns === undefined && one.row >= maxTitleRows) break
      continue
    }
    // The headings, below the title, of columns that a person chose.
    if (named !== undefined) continue
    const read = readRow(one.row, one.cells, columns, rules)
    if (read.kind === 'row') waiting.push(read.row)
    // A title above the first payment is no wrong row.
    else if (read.kind === 'problem' && (rowCount > 0 || waiting.length > 0 || one.row > maxTitleRows))
      note(one.row, read.problem, read.text)
    else if (read.kind === 'skipped') skipped += 1
    if (waiting.length >= rowsAtOnce) {
      rowCount += await insertRows(trx, waiting)
      waiting = []
    }
  }
  rowCount += await insertRows(trx, waiting)
  return { columns, sample, problems, problemCount, skipped, rowCount }
}

function sampleOf(cells: readonly unknown[]): string[] {
  return cells
    .slice(0, sampleCells)
    .map((cell) => (typeof cell === 'string' ? cell.slice(0, sampleCharacters) : ''))
}

async function insertRows(trx: DbTransaction, rows: readonly StatedRow[]): Promise<number> {
  if (rows.length === 0) return 0
  await sql`
    insert into stated_row (line, external_id, theirs_tiyin, paid_at, account)
    select line, external_id, theirs, paid_at, account
    from unnest(
      ${rows.map(({ line }) => line)}::integer[], ${rows.map(({ externalId }) => externalId)}::text[],
      ${rows.map(({ amountTiyin }) => amountTiyin)}::bigint[],
      ${rows.map(({ atMs }) => (atMs === undefined ? null : new Date(atMs)))}::timestamptz[],
      ${rows.map(({ account }) => account)}::text[]
    ) as row (line, external_id, theirs, paid_at, account)`.execute(trx)
  return rows.length
}
