/** Titles as states of fields: what a set of changes stores, and how it is written back. */
import { type Kysely, sql } from 'kysely'
import { type EntityStore, type Fields, type Json, type States, partsField } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { CreditKind } from '#server/catalogue/titles/title.ts'

/** The name of films and series in sets of changes. */
export const titleEntity = 'title'

/** Columns of a title that the staff edits. All of them but `is_hidden` are locked by an edit. */
export const titleColumns = [
  'name_ru',
  'name_uz',
  'name_original',
  'description_ru',
  'description_uz',
  'year',
  'countries',
  'age_rating',
  'rating_kp',
  'rating_imdb',
  'free_movie',
  'is_kids',
  'category_id',
  'provider_id',
  'poster',
  'backdrop',
  'available_from',
  'available_until',
  'available_in',
  'more_windows',
  'is_hidden',
] as const
export type TitleColumn = (typeof titleColumns)[number]

const moments: ReadonlySet<string> = new Set(['available_from', 'available_until'])
const lockPrefix = '_lock.'

/** Fields that an edit by hand locks against imports: the columns, genres and people. */
export function isLockable(name: string): boolean {
  return (
    name !== 'is_hidden' &&
    ([...titleColumns, 'genres', 'credits', 'trailer'] as readonly string[]).includes(name)
  )
}

/** A person of a title, as a field of its state. */
export type CreditField = {
  readonly person_id: number
  readonly kind: CreditKind
  readonly role_ru: string
  readonly role_uz: string
}

/** Waits for other edits and imports of titles. */
export async function lockTitles(tx: DbTransaction): Promise<void> {
  await sql`lock table title in share row exclusive mode`.execute(tx)
}

/** The states of these titles; deleted ones are left out. */
export async function titleStates(db: Kysely<Database>, vids: readonly number[]): Promise<States> {
  const ids = [0, ...vids]
  const rows = await db
    .selectFrom('title')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const genres = Map.groupBy(
    await db.selectFrom('title_genre').selectAll().where('title_id', 'in', ids).orderBy('place').execute(),
    (row) => row.title_id,
  )
  const credits = Map.groupBy(
    await db.selectFrom('credit').selectAll().where('title_id', 'in', ids).orderBy('place').execute(),
    (row) => row.title_id,
  )
  const trailers = await db
    .selectFrom('video_file')
    .select(['title_id', 'asset_id', 'duration_ms'])
    .where('title_id', 'in', ids)
    .where('kind', '=', 'trailer')
    .where('episode_id', 'is', null)
    .execute()
  const episodes = Map.groupBy(
    await db
      .selectFrom('episode')
      .innerJoin('season', 'season.id', 'episode.season_id')
      .select(['title_id', 'episode.id'])
      .where('title_id', 'in', ids)
      .orderBy('episode.id')
      .execute(),
    (row) => row.title_id,
  )
  const trailerOf = new Map(trailers.map((row) => [row.title_id, row]))
  return new Map(
    rows.map((row) => {
      const trailer = trailerOf.get(row.id)
      const people = (credits.get(row.id) ?? []).map(({ person_id, kind, role_ru, role_uz }) => ({
        ...{ person_id, kind, role_ru, role_uz },
      }))
      const fields: Fields = {
        ...Object.fromEntries(titleColumns.map((name) => [name, jsonOf(row[name] as Date | Json)])),
        genres: (genres.get(row.id) ?? []).map((genre) => genre.genre_id),
        credits: people,
        trailer: trailer === undefined ? null : { asset: trailer.asset_id, _ms: trailer.duration_ms },
        _imported: row.imported as Json,
        [partsField]: (episodes.get(row.id) ?? []).map(({ id }) => id),
        ...Object.fromEntries(row.locked.map((name) => [lockPrefix + name, true])),
      }
      return [row.id, fields]
    }),
  )
}

function jsonOf(value: Date | Json): Json {
  return value instanceof Date ? value.toISOString() : value
}

export function titleLabel(fields: Fields): string {
  const names = [fields['name_ru'], fields['name_uz'], fields['name_original']]
  return String(names.find((name) => typeof name === 'string' && name !== '') ?? '')
}

/** Films and series as things whose changes can be taken back. */
export const titleStore: EntityStore = {
  lock: lockTitles,
  read: titleStates,
  labelOf: titleLabel,
  write: async (tx, steps, nowMs) => {
    const rows = await tx
      .selectFrom('title')
      .select(['id', 'locked'])
      .where('id', 'in', [0, ...steps.keys()])
      .execute()
    const stored = new Map(rows.map((row) => [row.id, row.locked]))
    const left: (readonly [number, string, Json])[] = []
    for (const [vid, fields] of steps) {
      const locked = stored.get(vid)
      if (locked === undefined) left.push([vid, '', null])
      else if (fields === null) await markTitleDeleted(tx, vid, nowMs)
      else left.push(...(await writeTitleFields(tx, vid, fields, { locked, nowMs })))
    }
    await announceTitles(tx)
    return left
  },
}

/** Takes a title from every list; the row stays, so that no import brings it back and an undo restores it. */
export async function markTitleDeleted(tx: DbTransaction, vid: number, nowMs: number): Promise<void> {
  await tx
    .updateTable('title')
    .set({ deleted_at: new Date(nowMs), version: sql`version + 1` })
    .where('id', '=', vid)
    .execute()
}

/** Writes fields of a title, and restores it if it was deleted. Returns those whose genre, person … is gone. */
export async function writeTitleFields(
  tx: DbTransaction,
  vid: number,
  fields: Fields,
  { locked, nowMs }: { readonly locked: readonly string[]; readonly nowMs: number },
): Promise<readonly (readonly [number, string, Json])[]> {
  const names = new Set(locked)
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith(lockPrefix)) continue
    if (value === true) names.add(name.slice(lockPrefix.length))
    else names.delete(name.slice(lockPrefix.length))
  }
  const { _imported: imported } = fields
  const columns = Object.fromEntries(
    titleColumns
      .filter((name) => name in fields)
      .map((name) => [name, columnValue(name, fields[name] ?? null)]),
  )
  await tx
    .updateTable('title')
    .set({ ...columns, locked: [...names], deleted_at: null, changed_at: new Date(nowMs) })
    .set(imported === undefined ? {} : { imported: JSON.stringify(imported ?? {}) })
    .set({ version: sql`version + 1` })
    .where('id', '=', vid)
    .execute()
  if (Array.isArray(fields['genres'])) await writeGenreIds(tx, vid, fields['genres'] as readonly number[])
  if (Array.isArray(fields['credits']))
    await writeCreditFields(tx, vid, fields['credits'] as readonly CreditField[])
  if ('trailer' in fields) await writeTrailer(tx, vid, fields['trailer'] as TrailerField | null)
  return []
}

/**
 * A trailer, as a field of a title's state: its asset and its length in milliseconds. The packaging writes the length: no
 * change of anybody. Older sets of changes call it `ms`.
 */
export type TrailerField = { readonly asset: string; readonly _ms?: number; readonly ms?: number }

async function writeTrailer(tx: DbTransaction, vid: number, trailer: TrailerField | null): Promise<void> {
  if (trailer === null) {
    await tx.deleteFrom('video_file').where('title_id', '=', vid).where('kind', '=', 'trailer').execute()
    return
  }
  const values = { asset_id: trailer.asset, duration_ms: trailer._ms ?? trailer.ms ?? 0 }
  await tx
    .insertInto('video_file')
    .values({ title_id: vid, episode_id: null, kind: 'trailer', ...values })
    .onConflict((conflict) => conflict.columns(['title_id', 'episode_id', 'kind']).doUpdateSet(values))
    .execute()
}

function columnValue(name: string, value: Json): unknown {
  if (name === 'more_windows') return JSON.stringify(value ?? [])
  return moments.has(name) && typeof value === 'string' ? new Date(value) : value
}

/** Those of these genres that exist, in this order. */
export async function writeGenreIds(tx: DbTransaction, vid: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('title_genre').where('title_id', '=', vid).execute()
  await sql`
    insert into title_genre (title_id, genre_id, place)
    select ${vid}, genre.id, (chosen.place - 1)::smallint
    from unnest(${[...ids]}::integer[]) with ordinality as chosen (id, place) join genre on genre.id = chosen.id
    on conflict do nothing`.execute(tx)
}

/** Replaces the people of a title. */
export async function writeCreditFields(
  tx: DbTransaction,
  vid: number,
  credits: readonly CreditField[],
): Promise<void> {
  await tx.deleteFrom('credit').where('title_id', '=', vid).execute()
  if (credits.length === 0) return
  await tx
    .insertInto('credit')
    .values(credits.map((credit, place) => ({ title_id: vid, ...credit, place })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** All processes read the catalogue and the search index again. */
export async function announceTitles(tx: Kysely<Database>): Promise<void> {
  await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
}
