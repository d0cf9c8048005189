/** Columns of many titles written with one statement: a table may have tens of thousands. */
import { sql } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import {
  type TitleEdit,
  type TitlesChanged,
  changedOf,
  columnsOf,
  textProblem,
  withLocks,
} from './edit-titles.ts'
import { titleColumns } from './title-states.ts'

export interface ColumnEdit {
  readonly vid: number
  readonly state: Fields
  readonly edit: TitleEdit
}

/** Whether an edit changes nothing but columns. */
export function isOfColumns(edit: TitleEdit): boolean {
  return Object.entries(edit).every(([name, value]) => name === 'columns' || value === undefined)
}

/**
 * Writes edits of columns, and locks what they change. Says why the first one cannot be, before anything is written.
 */
export async function writeColumnEdits(
  tx: DbTransaction,
  edits: readonly ColumnEdit[],
  nowMs: number,
): Promise<Exclude<TitlesChanged, { readonly kind: 'changed' }> | undefined> {
  const planned = edits.flatMap(({ vid, state, edit }) => {
    const changed = changedOf(state, columnsOf(edit))
    return Object.keys(changed).length === 0 ? [] : [{ vid, state, changed }]
  })
  for (const { state, changed } of planned) {
    const problem = textProblem({ ...state, ...changed }, changed)
    if (problem !== undefined) return problem
  }
  const unknown = await unknownPlace(
    tx,
    planned.map(({ changed }) => changed),
  )
  if (unknown !== undefined) return unknown
  if (planned.length > 0) await write(tx, planned, nowMs)
  return undefined
}

const places = [
  ['category_id', 'video_category'],
  ['provider_id', 'provider'],
] as const

/** A category or a provider that does not exist. */
async function unknownPlace(tx: DbTransaction, all: readonly Fields[]) {
  for (const [field, table] of places) {
    const ids = new Set(all.flatMap((changed) => (field in changed ? [Number(changed[field])] : [])))
    if (ids.size === 0) continue
    const rows = await tx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', [...ids])
      .execute()
    if (rows.length < ids.size) return { kind: 'unknown', field } as const
  }
  return undefined
}

interface PlannedEdit {
  readonly vid: number
  readonly state: Fields
  readonly changed: Fields
}

async function write(tx: DbTransaction, planned: readonly PlannedEdit[], nowMs: number): Promise<void> {
  const rows = planned.map(({ vid, state, changed }) => {
    const next = { ...state, ...withLocks(state, changed) }
    const locked = Object.keys(next).filter((name) => name.startsWith('_lock.') && next[name] === true)
    return {
      id: vid,
      ...Object.fromEntries(titleColumns.map((name) => [name, next[name] ?? null])),
      more_windows: next['more_windows'] ?? [],
      locked: locked.map((name) => name.slice('_lock.'.length)),
      imported: next['_imported'] ?? {},
    }
  })
  const written = [...titleColumns, 'locked', 'imported'].map((name) => sql.ref(name))
  const read = [...titleColumns, 'locked', 'imported'].map((name) => sql.ref(`one.${name}`))
  await sql`
    update title set (${sql.join(written)}) = row(${sql.join(read)}), deleted_at = null,
      changed_at = ${new Date(nowMs)}, version = title.version + 1
    from jsonb_populate_recordset(null::title, ${JSON.stringify(rows)}::jsonb) as one
    where title.id = one.id`.execute(tx)
}
