import type { DbTransaction } from '#server/platform/database/database.ts'
import { diffFields, type ChangedFields, type Fields } from './fields.ts'

/** Who changes something: a member of staff; undefined for an operator at the command line. */
export type Author = { readonly staffId: number; readonly name: string } | undefined

/** The states of things by id; a thing that does not exist is not in it. */
export type States = ReadonlyMap<number, Fields>

/** One thing of a set of changes. */
export interface EntryOfChange extends ChangedFields {
  readonly entity: string
  readonly entityId: number
  /** Its name now. */
  readonly label: string
  /** Rows of other tables that followed and return with an undo: ids by name. */
  readonly followed?: Readonly<Record<string, readonly number[]>>
}

export interface NewChange {
  readonly kind: 'edit' | 'import' | 'undo'
  /** A section of the console. */
  readonly section: string
  readonly title: string
  readonly by: Author
  readonly nowMs: number
  readonly entries: readonly EntryOfChange[]
  readonly undoes?: number
}

const rowsAtOnce = 500
const maxTitle = 200
const maxLabel = 300

/** What differs between two states of the things of one kind, by id. `labelOf` names a thing by its fields. */
export function diffStates(
  entity: string,
  before: States,
  after: States,
  labelOf: (fields: Fields) => string,
): readonly EntryOfChange[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a - b)
  return ids.flatMap((entityId) => {
    const [was, is] = [before.get(entityId) ?? null, after.get(entityId) ?? null]
    const changed = diffFields(was, is)
    if (changed === undefined) return []
    return [{ entity, entityId, label: labelOf(is ?? was ?? {}), ...changed }]
  })
}

/** Stores a set of changes in the transaction that makes them. Returns its number; 0 when nothing differs. */
export async function recordChange(tx: DbTransaction, change: NewChange): Promise<number> {
  const { entries, by } = change
  if (entries.length === 0) return 0
  const { id } = await tx
    .insertInto('change_set')
    .values({
      kind: change.kind,
      section: change.section,
      title: change.title.slice(0, maxTitle),
      staff_id: by?.staffId ?? null,
      staff_name: by?.name ?? '',
      created: entries.filter(({ before }) => before === null).length,
      changed: entries.filter(({ before, after }) => before !== null && after !== null).length,
      deleted: entries.filter(({ after }) => after === null).length,
      made_at: new Date(change.nowMs),
      undoes: change.undoes ?? null,
      undone_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = entries.map(({ entity, entityId, label, before, after, followed }) => ({
    change_id: id,
    entity,
    entity_id: entityId,
    label: label.slice(0, maxLabel),
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
    followed: JSON.stringify(followed ?? {}),
  }))
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('change_entry')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
  if (change.undoes !== undefined)
    await tx.updateTable('change_set').set({ undone_by: id }).where('id', '=', change.undoes).execute()
  return id
}
