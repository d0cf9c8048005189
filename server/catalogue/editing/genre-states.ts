/** Genres of films as states of fields, and many of them changed as one set. */
import { type Kysely, sql } from 'kysely'
import {
  type EntityStore,
  type Fields,
  type Json,
  type States,
  diffStates,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { announceTitles, lockTitles } from './title-states.ts'

/** The name of genres of films in sets of changes. */
export const filmGenreEntity = 'film_genre'

/** The states of these genres, or of all; `titles` is how many have it. */
export async function filmGenreStates(db: Kysely<Database>, ids?: readonly number[]): Promise<States> {
  const query = db.selectFrom('genre').selectAll().orderBy('id')
  const rows = await (ids === undefined ? query : query.where('id', 'in', [0, ...ids])).execute()
  return new Map(
    rows.map((row): [number, Fields] => [
      row.id,
      { name_ru: row.name_ru, name_uz: row.name_uz, _key: row.key, _is_edited: row.is_edited },
    ]),
  )
}

/** How many titles have each genre. */
export async function countTitlesOfGenres(db: Kysely<Database>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select genre_id as id, count(*)::integer as count from title_genre group by genre_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

function genreLabel(fields: Fields): string {
  return String(fields['name_ru'] || fields['name_uz'] || '')
}

/** Names of genres as things whose changes can be taken back. A new one goes with its undo unless a title has it. */
export const filmGenreStore: EntityStore = {
  lock: lockTitles,
  read: filmGenreStates,
  labelOf: genreLabel,
  write: async (tx, steps) => {
    const stored = await filmGenreStates(tx, [...steps.keys()])
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      const state = stored.get(id)
      if (fields === null) {
        if (!(await removeUnused(tx, id))) left.push([id, '', null])
      } else if (state === undefined) await restoreGenre(tx, id, fields)
      else await writeGenre(tx, id, { ...state, ...fields })
    }
    await announceTitles(tx)
    return left
  },
}

async function removeUnused(tx: DbTransaction, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from title_genre where genre_id = ${id}) as used`.execute(tx)
  if (rows[0]?.used !== false) return false
  await tx.deleteFrom('genre').where('id', '=', id).execute()
  return true
}

async function restoreGenre(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const { _key: key, name_ru: ru, name_uz: uz } = fields
  const names = { name_ru: String(ru ?? ''), name_uz: String(uz ?? ''), is_edited: true }
  await sql`
    insert into genre (id, key, name_ru, name_uz, is_edited) overriding system value
    values (${id}, ${String(key)}, ${names.name_ru}, ${names.name_uz}, true)
    on conflict do nothing`.execute(tx)
}

async function writeGenre(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const names = { name_ru: String(fields['name_ru'] ?? ''), name_uz: String(fields['name_uz'] ?? '') }
  await tx
    .updateTable('genre')
    .set({ ...names, is_edited: fields['_is_edited'] === true })
    .where('id', '=', id)
    .execute()
}

/** The key of a genre that an import knows by its name only. */
export function keyOfGenreName(name: string): string {
  return `named-${name.toLowerCase().replaceAll('ё', 'е').trim()}`
}

/**
 * Renames and adds genres within a transaction, all or none; imports leave their names from then on. Refused when one is
 * gone, or a new one is there already.
 */
export async function changeGenreRows(
  tx: DbTransaction,
  { edits, created }: { readonly edits: States; readonly created: readonly Fields[] },
  who: TitleAuthor & { readonly title: string; readonly kind?: 'edit' | 'import' },
): Promise<
  | { readonly kind: 'changed'; readonly changeId: number; readonly changed: number }
  | { readonly kind: 'refused' }
> {
  await lockTitles(tx)
  const before = await filmGenreStates(tx)
  for (const [id, fields] of edits) {
    const state = before.get(id)
    if (state === undefined) return { kind: 'refused' }
    await writeGenre(tx, id, { ...state, ...fields, _is_edited: true })
  }
  for (const fields of created) {
    const names = { name_ru: String(fields['name_ru'] ?? ''), name_uz: String(fields['name_uz'] ?? '') }
    const made = await tx
      .insertInto('genre')
      .values({ key: keyOfGenreName(names.name_ru || names.name_uz), ...names, is_edited: true })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) return { kind: 'refused' }
  }
  const entries = diffStates(filmGenreEntity, before, await filmGenreStates(tx), genreLabel)
  const { title, by, nowMs, kind = 'import' } = who
  const changeId = await recordChange(tx, { kind, section: 'films', title, by, nowMs, entries })
  if (changeId > 0) await announceTitles(tx)
  return { kind: 'changed', changeId, changed: entries.length }
}

export type GenreAdded =
  | { readonly kind: 'added'; readonly genreId: number; readonly changeId: number }
  /** Another genre has one of the names; which. */
  | { readonly kind: 'named'; readonly name: string }

/** Adds a genre of films by hand, as a set of changes. Both names are trimmed and not empty. */
export async function addFilmGenre(
  db: Db,
  names: { readonly nameRu: string; readonly nameUz: string },
  who: TitleAuthor,
): Promise<GenreAdded> {
  return db.transaction().execute(async (tx): Promise<GenreAdded> => {
    await lockTitles(tx)
    const before = await filmGenreStates(tx)
    const keys = new Set([names.nameRu, names.nameUz].map(keyOfGenreName))
    for (const fields of before.values()) {
      const own = ['name_ru', 'name_uz'].map((name) => String(fields[name] ?? ''))
      const isNamed = own.some((name) => keys.has(keyOfGenreName(name))) || keys.has(String(fields['_key']))
      if (isNamed) return { kind: 'named', name: own.find((name) => name !== '') ?? '' }
    }
    const created = [{ name_ru: names.nameRu, name_uz: names.nameUz }]
    const changing = { ...who, title: 'film_genre', kind: 'edit' as const }
    const outcome = await changeGenreRows(tx, { edits: new Map(), created }, changing)
    const genreId = [...(await filmGenreStates(tx)).keys()].find((id) => !before.has(id))
    if (outcome.kind !== 'changed' || genreId === undefined) throw new Error('the genre was not written')
    return { kind: 'added', genreId, changeId: outcome.changeId }
  })
}
