/** Runs a change of records by hand, and stores what it changed as a set that can be taken back. */
import { sql } from 'kysely'
import {
  type Author,
  type EntityStore,
  diffStates,
  listChanges,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { announceSiteChange } from './changes.ts'

/** Who changes content, and when (unix milliseconds). */
export interface ContentAuthor {
  readonly by: Author
  readonly nowMs: number
}

export interface ContentChanged {
  readonly kind: 'changed'
  /** 0 when nothing differed. */
  readonly changeId: number
  readonly id: number
}

export type ContentRefused =
  | { readonly kind: 'not_found' }
  /** Somebody changed it since; '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }
  | { readonly kind: 'full'; readonly max: number }
  | { readonly kind: 'period' }

interface Editing extends ContentAuthor {
  readonly entity: string
  readonly store: EntityStore
  readonly section: 'guide' | 'health' | 'home' | 'news' | 'settings'
  /** What is done, a name of `act.…` in the console's texts. */
  readonly title: string
  /** Announces a change; by default as one of the site. */
  readonly announce?: (tx: DbTransaction) => Promise<void>
  /** The things that may change; read after other edits have ended where which they are depends on them. */
  readonly ids: readonly number[] | ((tx: DbTransaction) => Promise<readonly number[]>)
}

/** `edit` returns the id of the edited thing. */
export async function editingContent(
  db: Db,
  { entity, store, section, title, ids: touched, by, nowMs, announce = announceSiteChange }: Editing,
  edit: (tx: DbTransaction) => Promise<number | ContentRefused>,
): Promise<ContentChanged | ContentRefused> {
  return db.transaction().execute(async (tx) => {
    await store.lock(tx)
    const ids = typeof touched === 'function' ? await touched(tx) : touched
    const before = await store.read(tx, ids)
    const id = await edit(tx)
    if (typeof id !== 'number') return id
    const after = await store.read(tx, [...new Set([...ids, id])])
    const entries = diffStates(entity, before, after, (fields) => store.labelOf(fields))
    const changeId = await recordChange(tx, { kind: 'edit', section, title, by, nowMs, entries })
    if (changeId > 0) await announce(tx)
    return { kind: 'changed', changeId, id }
  })
}

/** An id that was never used. */
export async function nextContentId(tx: DbTransaction): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('site_content_id')::integer as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Who changed a thing last. */
export async function changedSince(tx: DbTransaction, entity: string, id: number): Promise<ContentRefused> {
  const [last] = await listChanges(tx, { entity, entityId: id, limit: 1 })
  return { kind: 'changed_since', who: last?.staffName ?? '' }
}

/** Where records of a kind are: their table, the column of their id, and their name in sets of changes. */
export interface RecordPlace {
  readonly table:
    | 'banner'
    | 'blackout'
    | 'city'
    | 'edge'
    | 'home_rail'
    | 'news_item'
    | 'service_notice'
    | 'service_settings'
  readonly id: string
  readonly entity: string
}

interface RecordUpdate {
  readonly id: number
  /** The one that was shown. */
  readonly version: number
  /** By column. */
  readonly values: Readonly<Record<string, unknown>>
}

/** Writes these columns and the next version. An older `version` is refused. Returns the id. */
export async function updateRecord(
  tx: DbTransaction,
  { table, id: column, entity }: RecordPlace,
  { id, version, values }: RecordUpdate,
): Promise<number | ContentRefused> {
  const is = sql`${sql.ref(column)} = ${id}`
  const { rows } = await sql<{
    version: number
  }>`select version from ${sql.table(table)} where ${is}`.execute(tx)
  const [stored] = rows
  if (stored === undefined) return { kind: 'not_found' }
  if (stored.version !== version) return changedSince(tx, entity, id)
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join([...sets, sql`version = version + 1`])} where ${is}`.execute(
    tx,
  )
  return id
}

/** Deletes a record; `editingContent` stores it, so that it can return. Returns the id. */
export async function removeRecord(
  tx: DbTransaction,
  { table, id: column }: RecordPlace,
  id: number,
): Promise<number | ContentRefused> {
  const removed = await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(tx)
  return (removed.numAffectedRows ?? 0n) > 0n ? id : { kind: 'not_found' }
}
