/** Applies chosen rows of a draft in one transaction. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Fields, Json } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ByWhom } from '#server/television/television.ts'
import { comparisonOf } from '#server/imports/drafts/draft-items.ts'
import { textOfColumn, valueAsRead } from './compare-rows.ts'
import type { ContentTable, TakenRows } from './content-table.ts'
import { contentTables } from './open-table.ts'
import { endTable, findUnended, lockTable } from './store-table.ts'
import type { TableItem } from './list-tables.ts'
import type { CellTexts, TableSubject } from './tables.ts'

/** Which items of a draft are applied. */
export interface TakenTable {
  /** Of those that are new or changed: all, only `items`, or all but `items`. */
  readonly take: 'all' | 'only' | 'except'
  readonly items?: readonly number[]
  /** Of those that are gone, these are hidden. */
  readonly gone?: readonly number[]
  /** The comparison whose items are named; absent: whichever there is. */
  readonly comparison?: string | undefined
}

export type TableApplyOutcome =
  | {
      readonly kind: 'applied'
      readonly changeId: number
      readonly changed: number
      /** How many fields people changed since the comparison, and rows that could not be applied: they stay. */
      readonly left: number
    }
  | { readonly kind: 'not_found' }
  /** None of the chosen items is there. */
  | { readonly kind: 'nothing_taken' }
  /** What the table names is gone, or a later comparison has numbered the items again: it must be looked at again. */
  | { readonly kind: 'changed_since' }

/** Ends the transaction without a change. */
class NotApplied extends Error {
  readonly outcome: TableApplyOutcome

  constructor(outcome: TableApplyOutcome) {
    super(`the table was not applied: ${outcome.kind}`)
    this.outcome = outcome
  }
}

/**
 * Applies the chosen rows as one set of changes. A field that has another value than the draft shows was changed since,
 * and stays. Two calls at once apply a draft once.
 */
export async function applyTable(
  db: Db,
  { draftId, subjects }: { readonly draftId: number; readonly subjects: readonly TableSubject[] },
  taken: TakenTable,
  who: ByWhom,
): Promise<TableApplyOutcome> {
  const draft = await findUnended(db, draftId, subjects)
  if (draft === undefined || draft.state !== 'open' || draft.refusal !== '') return { kind: 'not_found' }
  return db
    .transaction()
    .execute(async (tx): Promise<TableApplyOutcome> => {
      // The longest tables have 50,000 rows.
      await sql`set local statement_timeout = '60s'`.execute(tx)
      // A comparison that runs at the same time would number the rows again.
      await lockTable(tx, draftId)
      const { comparison } = taken
      if (comparison !== undefined && comparison !== (await comparisonOf(tx, 'table_draft_item', draftId)))
        throw new NotApplied({ kind: 'changed_since' })
      const table = await contentTables[draft.subject](tx, {
        language: draft.language,
        withAddresses: true,
      })
      await table.lock(tx)
      const { rows, left, count } = await chosenRows(tx, draftId, taken, table)
      if (count === 0) throw new NotApplied({ kind: 'nothing_taken' })
      if (!(await endTable(tx, draftId, 'applied', who.nowMs))) throw new NotApplied({ kind: 'not_found' })
      const outcome = await table.apply(tx, rows, { ...who, title: draft.name })
      if (outcome.kind === 'changed_since') throw new NotApplied(outcome)
      const { changeId, changed, left: blocked = 0 } = outcome
      if (changeId !== 0)
        await tx.updateTable('table_draft').set({ change_id: changeId }).where('id', '=', draftId).execute()
      return { kind: 'applied', changeId, changed, left: left + blocked }
    })
    .catch((error: unknown) => {
      if (error instanceof NotApplied) return error.outcome
      throw error
    })
}

const itemsAtOnce = 500

async function chosenRows(tx: DbTransaction, draftId: number, taken: TakenTable, table: ContentTable) {
  const [listed, gone] = [new Set(taken.items), new Set(taken.gone)]
  const isChosen = ({ item, kind }: TableItem) =>
    kind === 'gone' ? gone.has(item) : taken.take === 'all' || listed.has(item) === (taken.take === 'only')
  const [changed, created, hidden] = [new Map<number, Fields>(), [] as Fields[], [] as number[]]
  let [left, count, from] = [0, 0, 0]
  for (;;) {
    const items = await tx
      .selectFrom('table_draft_item')
      .selectAll()
      .where('draft_id', '=', draftId)
      .where('item', '>=', from)
      .orderBy('item')
      .limit(itemsAtOnce)
      .execute()
    const chosen = items.filter(isChosen)
    count += chosen.length
    const ids = chosen.flatMap(({ kind, entity_id: id }) => (kind === 'changed' && id !== null ? [id] : []))
    const ours = await table.rows(ids)
    for (const { kind, entity_id: id, before, after } of chosen) {
      if (kind === 'gone' && id !== null) hidden.push(id)
      else if (kind === 'new') created.push(valuesOf(table, after ?? {}))
      else if (id !== null) {
        const { values, stale } = unlessChanged(table, ours.get(id)?.values, before ?? {}, after ?? {})
        left += stale
        if (Object.keys(values).length > 0) changed.set(id, values)
      }
    }
    const last = items.at(-1)
    if (last === undefined || items.length < itemsAtOnce) break
    from = last.item + 1
  }
  const rows: TakenRows = { changed, created, gone: hidden }
  return { rows, left, count }
}

/** The values of texts of cells, by column. Throws when what one names is gone since the comparison. */
function valuesOf(table: ContentTable, texts: CellTexts): Fields {
  return Object.fromEntries(
    table.columns.flatMap(({ name, read }): readonly (readonly [string, Json])[] => {
      const text = texts[name]
      if (text === undefined) return []
      const cell = read(text)
      if ('problem' in cell) throw new NotApplied({ kind: 'changed_since' })
      return [[name, cell.value]]
    }),
  )
}

function unlessChanged(
  table: ContentTable,
  now: Fields | undefined,
  before: CellTexts,
  after: CellTexts,
): { readonly values: Fields; readonly stale: number } {
  const target = valuesOf(table, after)
  const names = Object.keys(target)
  if (now === undefined) return { values: {}, stale: names.length }
  const same = table.columns
    .filter(({ name }) => names.includes(name))
    .filter((column) => {
      const text = before[column.name] ?? ''
      const shown = column.read(text)
      const current = now[column.name] ?? null
      // Not every stored value can be entered, such as an age of another system.
      if ('problem' in shown) return textOfColumn(column, current) === text
      return isDeepStrictEqual(shown.value, valueAsRead(column, current))
    })
  return {
    values: Object.fromEntries(same.map(({ name }) => [name, target[name] ?? null])),
    stale: names.length - same.length,
  }
}
