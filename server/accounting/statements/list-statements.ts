/** Statements and their rows, as people look at them. */
import { sql } from 'kysely'
import type { RowKind, RowState } from './tables.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isReversible } from './credit-row.ts'
import type { StatementSystem } from './store-statement.ts'

/** A statement with its counts. Moments are unix milliseconds, money is whole tiyin. */
export interface Statement {
  readonly statementId: number
  readonly system: StatementSystem
  readonly name: string
  readonly fromDay: string
  readonly toDay: string
  readonly state: 'uploading' | 'open' | 'closed' | 'discarded'
  readonly refusal: string
  readonly by: string
  readonly madeMs: number
  readonly closedBy: string
  readonly closedMs: number
  readonly matched: number
  readonly open: number
  readonly resolved: number
  readonly theirsTiyin: number
  readonly problemCount: number
  readonly skipped: number
}

const maxStatements = 100

/** The last 100 statements, the newest first; of a day only those that include it. */
export async function listStatements(
  db: Db,
  filter: { readonly statementId?: number; readonly day?: string } = {},
): Promise<readonly Statement[]> {
  const { statementId, day } = filter
  const { rows } = await sql<{
    statement_id: number
    system: StatementSystem
    name: string
    from_day: string
    to_day: string
    state: Statement['state']
    refusal: string
    staff_name: string
    made_at: Date
    closed_by_name: string
    closed_at: Date | null
    matched: number
    open: number
    resolved: number
    theirs: number
    problem_count: number
    skipped_count: number
  }>`
    select statement_id, system, name, from_day::text, to_day::text, state, refusal, staff_name, made_at,
      closed_by_name, closed_at, problem_count, skipped_count, counts.*
    from (
      select * from statement
      where (${statementId === undefined} or statement_id = ${statementId ?? 0})
        and (${day === undefined} or ${day ?? '2000-01-01'}::date between from_day and to_day)
        and (state <> 'discarded' or refusal <> '')
      order by statement_id desc limit ${maxStatements}
    ) as statement cross join lateral (
      select (count(*) filter (where row.state = 'matched'))::integer as matched,
        (count(*) filter (where row.state = 'open'))::integer as open,
        (count(*) filter (where row.state in ('accepted', 'credited', 'arrived', 'reversed')))::integer as resolved,
        coalesce(sum(theirs_tiyin), 0)::bigint as theirs
      from statement_row as row where row.statement_id = statement.statement_id
    ) as counts
    order by statement_id desc`.execute(db)
  return rows.map((row) => ({
    ...{ statementId: row.statement_id, system: row.system, name: row.name },
    ...{ fromDay: row.from_day, toDay: row.to_day, state: row.state, refusal: row.refusal },
    ...{ by: row.staff_name, madeMs: row.made_at.getTime() },
    ...{ closedBy: row.closed_by_name, closedMs: row.closed_at?.getTime() ?? 0 },
    ...{ matched: row.matched, open: row.open, resolved: row.resolved, theirsTiyin: row.theirs },
    ...{ problemCount: row.problem_count, skipped: row.skipped_count },
  }))
}

/** A row of a statement that deserves a look. */
export interface StatementItem {
  readonly rowId: number
  /** 0 for a payment that only we have. */
  readonly line: number
  readonly externalId: string
  readonly theirsTiyin: number | null
  readonly oursTiyin: number | null
  /** Unix milliseconds; 0 when the statement does not say it. */
  readonly paidMs: number
  readonly account: string
  /** Our payment; null without one. */
  readonly number: number | null
  readonly kind: RowKind
  readonly state: RowState
  readonly note: string
  readonly by: string
  /** Its credit can be taken from the balance again. */
  readonly isReversible: boolean
}

export interface ItemsQuery {
  readonly statementId: number
  /** `open`: to be worked off. */
  readonly view: 'open' | 'resolved' | 'matched'
  readonly kind?: RowKind | undefined
  /** The last row of the page before. */
  readonly afterId: number
  readonly limit: number
}

/** Rows in the order of the statement. */
export async function listItems(db: Db, query: ItemsQuery): Promise<readonly StatementItem[]> {
  const { statementId, view, kind, afterId, limit } = query
  const states = {
    open: ['open'],
    resolved: ['accepted', 'credited', 'arrived', 'reversed'],
    matched: ['matched'],
  } as const
  const rows = await db
    .selectFrom('statement_row')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('state', 'in', states[view])
    .where('statement_row_id', '>', afterId)
    .$if(kind !== undefined, (select) => select.where('kind', '=', kind ?? 'matched'))
    .orderBy('statement_row_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...{ rowId: row.statement_row_id, line: row.line, externalId: row.external_id },
    ...{ theirsTiyin: row.theirs_tiyin, oursTiyin: row.ours_tiyin, paidMs: row.paid_at?.getTime() ?? 0 },
    ...{ account: row.account, number: row.number, kind: row.kind, state: row.state },
    ...{ note: row.note, by: row.by_name, isReversible: isReversible(row) },
  }))
}

/** A row of the file that is no payment, as it is stored. */
export interface RowProblemLine {
  readonly line: number
  readonly problem: string
  readonly text: string
}

/** What a person needs when columns are not known, and the rows that are no payment. */
export async function readDetails(db: Db, statementId: number) {
  const row = await db
    .selectFrom('statement')
    .select(['sample', 'problems'])
    .where('statement_id', '=', statementId)
    .executeTakeFirst()
  return {
    sample: (row?.sample ?? []) as readonly (readonly string[])[],
    problems: (row?.problems ?? []) as readonly RowProblemLine[],
  }
}

/** How many open rows of each kind a statement has. */
export async function countKinds(db: Db, statementId: number): Promise<ReadonlyMap<RowKind, number>> {
  const rows = await db
    .selectFrom('statement_row')
    .select(['kind', sql<number>`count(*)::integer`.as('count')])
    .where('statement_id', '=', statementId)
    .where('state', '=', 'open')
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}
