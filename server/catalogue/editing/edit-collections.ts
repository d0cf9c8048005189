/** Collections by hand: what the staff sees, saves, orders, hides and deletes. */
import { isDeepStrictEqual } from 'node:util'
import { type Fields, diffStates, listChanges, recordChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Words } from '#server/catalogue/titles/title.ts'
import {
  collectionEntity,
  collectionLabel,
  collectionStates,
  lockCollections,
  markCollectionDeleted,
  writeCollection,
} from './collection-states.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { announceTitles } from './title-states.ts'

/** More of them would be looked at by nobody. */
export const maxCollections = 200

export interface CollectionFields {
  readonly name: Words
  readonly description: Words
  readonly isHidden: boolean
  /** Films and series in their order. */
  readonly vids: readonly number[]
}

export interface StaffCollection extends CollectionFields {
  readonly id: number
  readonly version: number
}

/** A film of a collection as the staff sees it. */
export interface CollectionFilm {
  readonly vid: number
  readonly name: Words
  readonly year: number
  readonly poster: string | null
}

export type CollectionChanged =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly id: number
    }
  | { readonly kind: 'not_found' | 'film_not_found' }
  | { readonly kind: 'full'; readonly max: number }
  /** Somebody changed it since; '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }

type Refused = Exclude<CollectionChanged, { readonly kind: 'changed' }>

/** All collections in their order, hidden ones too. */
export async function listStaffCollections(db: Db): Promise<readonly StaffCollection[]> {
  const states = await collectionStates(db)
  const placeOf = (fields: Fields) => Number(fields['place'])
  return [...states]
    .toSorted(([id, one], [other, another]) => placeOf(one) - placeOf(another) || id - other)
    .map(([id, fields]) => collectionOf(id, fields))
}

export async function findStaffCollection(db: Db, id: number): Promise<StaffCollection | undefined> {
  const fields = (await collectionStates(db, [id])).get(id)
  return fields === undefined ? undefined : collectionOf(id, fields)
}

/** These films in this order, those that no viewer sees too; deleted ones are left out. */
export async function findCollectionFilms(
  db: Db,
  vids: readonly number[],
): Promise<readonly CollectionFilm[]> {
  const rows = await db
    .selectFrom('title')
    .select(['id', 'name_ru', 'name_uz', 'name_original', 'year', 'poster'])
    .where('id', 'in', [0, ...vids])
    .where('deleted_at', 'is', null)
    .execute()
  const byVid = new Map(rows.map((row) => [row.id, row]))
  return vids.flatMap((vid) => {
    const row = byVid.get(vid)
    if (row === undefined) return []
    const name = { ru: row.name_ru || row.name_original, uz: row.name_uz || row.name_original }
    return [{ vid, name, year: row.year, poster: row.poster }]
  })
}

/** Saves a collection; `id` null creates one at the end. An older `version` is refused. Imports leave it from then on. */
export async function saveCollection(
  db: Db,
  collection: {
    readonly id: number | null
    readonly version: number
    readonly fields: CollectionFields
  },
  who: TitleAuthor,
): Promise<CollectionChanged> {
  const { id, version, fields } = collection
  return changing(db, 'collection', who, async (tx, states) => {
    const vids = [...new Set(fields.vids)]
    if ((await findCollectionFilms(tx, vids)).length < vids.length) return { kind: 'film_not_found' }
    const values: Fields = {
      ...{ name_ru: fields.name.ru, name_uz: fields.name.uz, is_hidden: fields.isHidden, vids },
      ...{ description_ru: fields.description.ru, description_uz: fields.description.uz, _is_edited: true },
    }
    if (id === null) return createCollection(tx, values, states)
    const stored = states.get(id)
    if (stored === undefined) return { kind: 'not_found' }
    if (stored['_version'] !== version) return changedSince(tx, id)
    if (differs(stored, values)) await writeCollection(tx, id, values)
    return id
  })
}

/** A new collection at the end; `values` as fields of its state. */
export async function createCollection(
  tx: DbTransaction,
  values: Fields,
  states: ReadonlyMap<number, Fields>,
): Promise<number | Refused> {
  if (states.size >= maxCollections) return { kind: 'full', max: maxCollections }
  const place = Math.max(0, ...[...states.values()].map((fields) => Number(fields['place']))) + 1
  const { id } = await tx
    .insertInto('collection')
    .values({ key: `console:${crypto.randomUUID()}`, place, name_ru: '', name_uz: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeCollection(tx, id, values)
  return id
}

/** Hides a collection, or shows it again. */
export async function hideCollection(
  db: Db,
  id: number,
  isHidden: boolean,
  who: TitleAuthor,
): Promise<CollectionChanged> {
  const title = isHidden ? 'collection_hidden' : 'collection_shown'
  return changing(db, title, who, async (tx, states) => {
    const stored = states.get(id)
    if (stored === undefined) return { kind: 'not_found' }
    if (stored['is_hidden'] !== isHidden)
      await writeCollection(tx, id, { is_hidden: isHidden, _is_edited: true })
    return id
  })
}

/** Deletes a collection so that an undo brings it back, and no import does. */
export async function removeCollection(db: Db, id: number, who: TitleAuthor): Promise<CollectionChanged> {
  return changing(db, 'collection_removed', who, async (tx, states) => {
    if (!states.has(id)) return { kind: 'not_found' }
    await markCollectionDeleted(tx, id, who.nowMs)
    return id
  })
}

/**
 * Puts the collections into this order; those that are not named follow in theirs. `shown`: the order that the editor saw;
 * when it is another one now, nothing changes.
 */
export async function orderCollections(
  db: Db,
  { ids, shown }: { readonly ids: readonly number[]; readonly shown: readonly number[] },
  who: TitleAuthor,
): Promise<CollectionChanged> {
  return changing(db, 'collection_order', who, async (tx, states) => {
    const all = (await listStaffCollections(tx)).map((one) => one.id)
    if (!isDeepStrictEqual(all, [...shown])) {
      const moved = all.find((id, index) => id !== shown[index]) ?? shown[all.length] ?? 0
      return changedSince(tx, moved)
    }
    if (ids.some((id) => !all.includes(id))) return { kind: 'not_found' }
    const order = [...new Set([...ids, ...all])]
    for (const [index, id] of order.entries())
      if (states.get(id)?.['place'] !== index + 1) await writeCollection(tx, id, { place: index + 1 })
    return order[0] ?? 0
  })
}

/** `change` returns the id of the changed collection. */
async function changing(
  db: Db,
  title: string,
  { by, nowMs }: TitleAuthor,
  change: (tx: DbTransaction, states: ReadonlyMap<number, Fields>) => Promise<number | Refused>,
): Promise<CollectionChanged> {
  return db.transaction().execute(async (tx): Promise<CollectionChanged> => {
    await lockCollections(tx)
    const before = await collectionStates(tx)
    const id = await change(tx, before)
    if (typeof id !== 'number') return id
    const entries = diffStates(collectionEntity, before, await collectionStates(tx), collectionLabel)
    const changeId = await recordChange(tx, { kind: 'edit', section: 'home', title, by, nowMs, entries })
    if (changeId > 0) await announceTitles(tx)
    return { kind: 'changed', changeId, id }
  })
}

function differs(stored: Fields, values: Fields): boolean {
  return Object.entries(values).some(
    ([name, value]) => !name.startsWith('_') && !isDeepStrictEqual(stored[name], value),
  )
}

async function changedSince(tx: DbTransaction, id: number): Promise<Refused> {
  const [last] = await listChanges(tx, { entity: collectionEntity, entityId: id, limit: 1 })
  return { kind: 'changed_since', who: last?.staffName ?? '' }
}

function collectionOf(id: number, fields: Fields): StaffCollection {
  const words = (name: string): Words => ({
    ru: String(fields[`${name}_ru`] ?? ''),
    uz: String(fields[`${name}_uz`] ?? ''),
  })
  return {
    id,
    version: Number(fields['_version']),
    name: words('name'),
    description: words('description'),
    isHidden: fields['is_hidden'] === true,
    vids: fields['vids'] as readonly number[],
  }
}
