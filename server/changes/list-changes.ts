import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Fields } from './fields.ts'
import type { EntryOfChange } from './record-change.ts'
import type { ChangeEntryTable, ChangeSetTable } from './tables.ts'

/** A change can be taken back for so many days. */
export const undoDays = 7
const dayMs = 86_400_000

/** A set of changes. Times are unix milliseconds. */
export interface ListedChange {
  readonly changeId: number
  readonly kind: 'edit' | 'import' | 'undo'
  readonly section: string
  readonly title: string
  readonly created: number
  readonly changed: number
  readonly deleted: number
  /** '' at the command line. */
  readonly staffName: string
  readonly madeMs: number
  /** Until when it can be taken back; 0 when it was. */
  readonly undoUntilMs: number
  readonly undoneBy: number | null
  readonly undoes: number | null
}

/** Until when a change of this moment can be taken back. */
export function undoUntilMs(madeAt: Date): number {
  return madeAt.getTime() + undoDays * dayMs
}

export interface ChangeFilter {
  readonly section?: string | undefined
  /** All sections but this one. */
  readonly exceptSection?: string
  readonly entity?: string | undefined
  readonly entityId?: number | undefined
  /** Any of these things instead. */
  readonly entityIds?: readonly number[]
  /** Also sets that changed these, such as the episodes of a series. */
  readonly parts?: readonly { readonly entity: string; readonly ids: readonly number[] }[]
  readonly beforeChange?: number | undefined
  readonly limit: number
}

/** Changes, the newest first. */
export async function listChanges(db: Db, filter: ChangeFilter): Promise<readonly ListedChange[]> {
  let query = db.selectFrom('change_set').selectAll().orderBy('id', 'desc').limit(filter.limit)
  const { section, entity, entityId, beforeChange } = filter
  if (section !== undefined) query = query.where('section', '=', section)
  if (filter.exceptSection !== undefined) query = query.where('section', '<>', filter.exceptSection)
  if (beforeChange !== undefined) query = query.where('id', '<', beforeChange)
  const ids = filter.entityIds ?? (entityId === undefined ? undefined : [entityId])
  if (entity !== undefined && ids !== undefined)
    query = query.where('id', 'in', (one) =>
      one
        .selectFrom('change_entry')
        .select('change_id')
        .where(({ and, eb, or }) =>
          or([
            and([eb('entity', '=', entity), eb('entity_id', 'in', [0, ...ids])]),
            ...(filter.parts ?? []).map((part) =>
              and([
                eb('entity', '=', part.entity),
                eb('entity_id', '=', sql<number>`any(${part.ids}::integer[])`),
              ]),
            ),
          ]),
        ),
    )
  return (await query.execute()).map(changeOf)
}

/** What happened to one thing, the newest first: the sets of changes, each with what it changed of the thing. */
export async function listEntityHistory(
  db: Db,
  { entity, entityId, limit }: { readonly entity: string; readonly entityId: number; readonly limit: number },
): Promise<readonly (Pick<EntryOfChange, 'before' | 'after'> & { readonly change: ListedChange })[]> {
  const changes = await listChanges(db, { entity, entityId, limit })
  const rows = await db
    .selectFrom('change_entry')
    .selectAll()
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute()
  const entries = new Map(rows.map((row) => [row.change_id, entryOf(row)]))
  return changes.flatMap((change) => {
    const entry = entries.get(change.changeId)
    return entry === undefined ? [] : [{ change, before: entry.before, after: entry.after }]
  })
}

/** A set of changes with its entries in order, at most `max` of them. */
export async function loadChange(
  db: Db | DbTransaction,
  changeId: number,
  max: number,
): Promise<
  | { readonly change: ListedChange; readonly entries: readonly EntryOfChange[]; readonly more: number }
  | undefined
> {
  const row = await db.selectFrom('change_set').selectAll().where('id', '=', changeId).executeTakeFirst()
  if (row === undefined) return undefined
  const entries = await entriesOf(db, changeId, max)
  return { change: changeOf(row), entries, more: row.created + row.changed + row.deleted - entries.length }
}

/** The number of the newest set of changes; 0 before the first. */
export async function newestChange(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('change_set')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Which of these things a newer set than `changeId` changed, except sets that were taken back. */
export async function changedSince(
  db: Kysely<Database>,
  changeId: number,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('change_entry')
    .innerJoin('change_set', 'change_set.id', 'change_entry.change_id')
    .select('entity_id')
    .distinct()
    .where('change_id', '>', changeId)
    .where('undone_by', 'is', null)
    .where('kind', '<>', 'undo')
    .where('entity', '=', entity)
    .where('entity_id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ entity_id: id }) => id))
}

/** The kinds of things of a set. */
export async function entitiesOf(db: Db, changeId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('change_entry')
    .select('entity')
    .distinct()
    .where('change_id', '=', changeId)
    .execute()
  return new Set(rows.map(({ entity }) => entity))
}

/** The entries of a set, in order. */
export async function entriesOf(
  db: Db | DbTransaction,
  changeId: number,
  max?: number,
): Promise<readonly EntryOfChange[]> {
  let query = db
    .selectFrom('change_entry')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('entity')
    .orderBy('entity_id')
  if (max !== undefined) query = query.limit(max)
  return (await query.execute()).map(entryOf)
}

function changeOf(row: Selectable<ChangeSetTable>): ListedChange {
  return {
    changeId: row.id,
    kind: row.kind,
    section: row.section,
    title: row.title,
    created: row.created,
    changed: row.changed,
    deleted: row.deleted,
    staffName: row.staff_name,
    madeMs: row.made_at.getTime(),
    undoUntilMs: row.undone_by === null ? undoUntilMs(row.made_at) : 0,
    undoneBy: row.undone_by,
    undoes: row.undoes,
  }
}

/** The columns are written by this module only, as JSON of these types. */
function entryOf(row: Selectable<ChangeEntryTable>): EntryOfChange {
  return {
    entity: row.entity,
    entityId: row.entity_id,
    label: row.label,
    before: row.before as Fields | null,
    after: row.after as Fields | null,
    followed: row.followed as Readonly<Record<string, readonly number[]>>,
  }
}
