/** Collections as states of fields: what a set of changes stores, and how it is written back. */
import { type Kysely, sql } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { announceTitles } from './title-states.ts'

/** The name of collections in sets of changes. */
export const collectionEntity = 'collection'

const columns = ['name_ru', 'name_uz', 'description_ru', 'description_uz', 'is_hidden', 'place'] as const

/** Waits for other edits and imports of collections. */
export async function lockCollections(tx: DbTransaction): Promise<void> {
  await sql`lock table collection in share row exclusive mode`.execute(tx)
}

/** The states of these collections, or of all; deleted ones are left out. */
export async function collectionStates(db: Kysely<Database>, ids?: readonly number[]): Promise<States> {
  const among = ids === undefined ? undefined : [0, ...ids]
  let rows = db.selectFrom('collection').selectAll().where('deleted_at', 'is', null)
  let items = db.selectFrom('collection_item').selectAll().orderBy('place')
  if (among !== undefined) {
    rows = rows.where('id', 'in', among)
    items = items.where('collection_id', 'in', among)
  }
  const vids = Map.groupBy(await items.execute(), (item) => item.collection_id)
  return new Map(
    (await rows.execute()).map((row) => [
      row.id,
      {
        ...Object.fromEntries(columns.map((name): [string, Json] => [name, row[name]])),
        vids: (vids.get(row.id) ?? []).map((item) => item.title_id),
        _version: row.version,
        _is_edited: row.is_edited,
      },
    ]),
  )
}

export function collectionLabel(fields: Fields): string {
  return String(fields['name_ru'] || fields['name_uz'] || '')
}

/** Collections as things whose changes can be taken back. */
export const collectionStore: EntityStore = {
  lock: lockCollections,
  read: collectionStates,
  labelOf: collectionLabel,
  write: async (tx, steps, nowMs) => {
    const rows = await tx
      .selectFrom('collection')
      .select('id')
      .where('id', 'in', [0, ...steps.keys()])
      .execute()
    const stored = new Set(rows.map(({ id }) => id))
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      if (!stored.has(id)) left.push([id, '', null])
      else if (fields === null) await markCollectionDeleted(tx, id, nowMs)
      else await writeCollection(tx, id, fields)
    }
    await announceTitles(tx)
    return left
  },
}

/** The row stays, so that no import brings it back and an undo restores it. */
export async function markCollectionDeleted(tx: DbTransaction, id: number, nowMs: number): Promise<void> {
  await tx
    .updateTable('collection')
    .set({ deleted_at: new Date(nowMs), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Writes fields of a collection, and restores it if it was deleted; its films are those of `vids` that exist. */
export async function writeCollection(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const values = Object.fromEntries(
    columns.filter((name) => name in fields).map((name) => [name, fields[name]]),
  )
  // The order among other collections is not what an editor of one of them changes.
  const isOnlyPlace = Object.keys(fields).every((name) => name === 'place')
  await tx
    .updateTable('collection')
    .set({ ...values, deleted_at: null })
    .set('_is_edited' in fields ? { is_edited: fields['_is_edited'] === true } : {})
    .set(isOnlyPlace ? {} : { version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const { vids } = fields
  if (!Array.isArray(vids)) return
  await tx.deleteFrom('collection_item').where('collection_id', '=', id).execute()
  await sql`
    insert into collection_item (collection_id, title_id, place)
    select ${id}, title.id, chosen.place
    from unnest(${[...(vids as readonly number[])]}::integer[]) with ordinality as chosen (id, place)
    join title on title.id = chosen.id
    on conflict do nothing`.execute(tx)
}
