/** Compares the file of a draft with what is stored, and stores what applying it would change. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { openSheet } from '#server/imports/sheets/read-sheet.ts'
import { type OpenSheet, type SheetRow, SheetRefused } from '#server/imports/sheets/sheet.ts'
import { type Comparison, type NewItem, TableComparison } from './compare-table.ts'
import { contentTables } from './open-table.ts'
import { readHeading } from './read-heading.ts'
import { findUnended, lockTable, tableBytes } from './store-table.ts'
import type { TableDraft } from './list-tables.ts'
import type { TableSubject } from './tables.ts'

export type TableChecked =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not_found' }
  /** A part of the file is missing. */
  | { readonly kind: 'incomplete' }

/** Compares a draft with what is stored now. May be repeated. */
export async function checkTable(
  db: Db,
  draftId: number,
  subjects: readonly TableSubject[],
): Promise<TableChecked> {
  const draft = await findUnended(db, draftId, subjects)
  if (draft === undefined) return { kind: 'not_found' }
  const bytes = await tableBytes(db, draftId, draft.size_bytes)
  if (bytes === undefined) return { kind: 'incomplete' }
  const outcome = await db
    .transaction()
    .execute(async (tx) => {
      await lockTable(tx, draftId)
      await tx.deleteFrom('table_draft_item').where('draft_id', '=', draftId).execute()
      return compare(tx, draft, bytes)
    })
    .catch((error: unknown) => {
      if (error instanceof SheetRefused) return error.refusal
      throw error
    })
  const isRefused = typeof outcome === 'string'
  await db
    .updateTable('table_draft')
    .set({
      state: 'open',
      refusal: isRefused ? outcome : '',
      unchanged: isRefused ? 0 : outcome.unchanged,
      problems: JSON.stringify(isRefused ? [] : outcome.problems),
      problem_count: isRefused ? 0 : outcome.problemCount,
      warnings: JSON.stringify(isRefused ? [] : outcome.warnings),
    })
    .where('id', '=', draftId)
    .where('state', 'in', ['uploading', 'open'])
    .execute()
  return { kind: 'checked' }
}

/** The comparison, or the name of what the whole file is refused for. */
async function compare(tx: DbTransaction, draft: TableDraft, bytes: Buffer): Promise<Comparison | string> {
  const { id: draftId, subject, language } = draft
  const sheet = await openSheet(bytes)
  const rows = sheet.rows()
  const first = await firstRow(rows)
  if (first === undefined) return 'empty'
  const table = await contentTables[subject](tx, { language, withAddresses: true })
  const heading = readHeading('cells' in first ? first.cells : [], subject, table)
  if (heading.kind === 'refused') return heading.refusal
  const store = (items: readonly NewItem[]) => storeItems(tx, draftId, items)
  const comparison = new TableComparison(table, heading, await table.rules(), store)
  const outcome = await comparison.run(sheet, rows)
  for (const { item, mark, similarTo } of outcome.late)
    await tx
      .updateTable('table_draft_item')
      .set({ marks: sql`array_append(marks, ${mark})`, similar_to: similarTo })
      .where('draft_id', '=', draftId)
      .where('item', '=', item)
      .execute()
  return outcome
}

/** The first row; the others stay in the generator. */
async function firstRow(rows: ReturnType<OpenSheet['rows']>): Promise<SheetRow | undefined> {
  const { value, done } = await rows.next()
  return done === true ? undefined : value
}

const maxLabel = 300

async function storeItems(tx: DbTransaction, draftId: number, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return
  await tx
    .insertInto('table_draft_item')
    .values(
      items.map(({ item, kind, entityId, row, label, before, after, marks, similarTo }) => ({
        ...{ draft_id: draftId, item, kind, entity_id: entityId, row_number: row },
        label: label.slice(0, maxLabel),
        before: before === null ? null : JSON.stringify(before),
        after: after === null ? null : JSON.stringify(after),
        marks: [...marks],
        similar_to: similarTo,
      })),
    )
    .execute()
}
