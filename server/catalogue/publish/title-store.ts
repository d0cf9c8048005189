import { type RawBuilder, sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { PublishedTitle } from '#server/catalogue/titles/title.ts'

/** Stores every genre of `titles`; returns their ids by key. */
export async function keepGenres(
  tx: DbTransaction,
  titles: readonly PublishedTitle[],
): Promise<ReadonlyMap<string, number>> {
  const genres = new Map(titles.flatMap((title) => title.genres.map((genre) => [genre.key, genre] as const)))
  if (genres.size === 0) return new Map()
  const rows = await tx
    .insertInto('genre')
    .values([...genres.values()].map(({ key, ru, uz }) => ({ key, name_ru: ru, name_uz: uz })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        name_ru: sql<string>`case when genre.is_edited then genre.name_ru else excluded.name_ru end`,
        name_uz: sql<string>`case when genre.is_edited then genre.name_uz else excluded.name_uz end`,
      }),
    )
    .returning(['key', 'id'])
    .execute()
  return new Map(rows.map((row) => [row.key, row.id]))
}

/** Stores every person of `titles`; returns their ids by key. A stored photo or text stays when none is given. */
export async function keepPeople(
  tx: DbTransaction,
  titles: readonly PublishedTitle[],
): Promise<ReadonlyMap<string, number>> {
  const people = new Map(
    titles.flatMap((title) => title.credits.map((credit) => [credit.personKey, credit] as const)),
  )
  if (people.size === 0) return new Map()
  const rows = await tx
    .insertInto('person')
    .values(
      [...people.values()].map(({ personKey, name, photo, about }) => ({
        key: personKey,
        name_ru: name.ru,
        name_uz: name.uz,
        name_original: name.original,
        photo: photo ?? null,
        about_ru: about?.ru ?? '',
        about_uz: about?.uz ?? '',
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        name_ru: unlessEdited(sql<string>`excluded.name_ru`, sql<string>`person.name_ru`),
        name_uz: unlessEdited(sql<string>`excluded.name_uz`, sql<string>`person.name_uz`),
        name_original: unlessEdited(sql<string>`excluded.name_original`, sql<string>`person.name_original`),
        photo: unlessEdited(sql<string>`coalesce(excluded.photo, person.photo)`, sql<string>`person.photo`),
        about_ru: unlessEdited(
          sql<string>`coalesce(nullif(excluded.about_ru, ''), person.about_ru)`,
          sql<string>`person.about_ru`,
        ),
        about_uz: unlessEdited(
          sql<string>`coalesce(nullif(excluded.about_uz, ''), person.about_uz)`,
          sql<string>`person.about_uz`,
        ),
      }),
    )
    .returning(['key', 'id'])
    .execute()
  return new Map(rows.map((row) => [row.key, row.id]))
}

/** Imports leave people who were edited by hand. */
function unlessEdited(imported: RawBuilder<string>, stored: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`case when person.is_edited then ${stored} else ${imported} end`
}

/** Writes nothing: names the missing category or provider before an SQL error would. */
export async function checkPlaces(tx: DbTransaction, titles: readonly PublishedTitle[]): Promise<void> {
  const categories = new Set(
    (await tx.selectFrom('video_category').select('id').execute()).map((row) => row.id),
  )
  const providers = new Set((await tx.selectFrom('provider').select('id').execute()).map((row) => row.id))
  for (const title of titles) {
    invariant(categories.has(title.categoryId), `${title.key}: there is no film category ${title.categoryId}`)
    for (const more of title.moreCategories ?? []) {
      invariant(categories.has(more), `${title.key}: there is no film category ${more}`)
    }
    invariant(providers.has(title.providerId), `${title.key}: there is no provider ${title.providerId}`)
  }
}

/** The requested ids that are free, by key. Only new titles can get one. */
export async function withoutConflicts(
  tx: DbTransaction,
  titles: readonly PublishedTitle[],
): Promise<ReadonlyMap<string, number>> {
  const requestedVids = new Map(
    titles.flatMap(({ key, vid }) => (vid === undefined ? [] : [[key, vid] as const])),
  )
  if (requestedVids.size === 0) return requestedVids
  const taken = await tx
    .selectFrom('title')
    .select('id')
    .where('id', 'in', [...requestedVids.values()])
    .execute()
  const ids = new Set(taken.map((row) => row.id))
  return new Map([...requestedVids].filter(([, vid]) => !ids.has(vid)))
}

/** After explicit ids were written: moves the sequence beyond them. */
export async function moveIdsOn(tx: DbTransaction): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('title', 'id'), greatest((select max(id) from title), nextval(pg_get_serial_sequence('title', 'id'))))`.execute(
    tx,
  )
}

/** How a title is written. */
interface Written {
  readonly contentHash: string
  readonly nowMs: number
  readonly vid: number | undefined
  /** Fields that were edited by hand. */
  readonly locked: readonly string[]
}

/** Writes the title's own row; what was edited by hand stays, and the row remembers what the import said. */
export async function writeTitle(
  tx: DbTransaction,
  title: PublishedTitle,
  written: Written,
): Promise<number> {
  const { contentHash, nowMs, vid, locked } = written
  const values = {
    content_hash: contentHash,
    is_series: title.isSeries,
    is_kids: title.isKids,
    category_id: title.categoryId,
    more_categories: [...(title.moreCategories ?? [])],
    provider_id: title.providerId,
    name_ru: title.name.ru,
    name_uz: title.name.uz,
    name_original: title.name.original,
    description_ru: title.description.ru,
    description_uz: title.description.uz,
    year: title.year,
    countries: [...title.countries],
    duration_min: title.durationMin,
    age_rating: title.ageRating,
    rating_kp: title.ratingKp === null ? null : title.ratingKp.toFixed(1),
    rating_imdb: title.ratingImdb === null ? null : title.ratingImdb.toFixed(1),
    popularity: title.popularity,
    free_movie: title.freeMovie,
    premier: title.premier,
    exclusive: title.exclusive,
    new_episodes: title.newEpisodes,
    poster: title.poster,
    backdrop: title.backdrop,
    changed_at: new Date(nowMs),
  }
  const options = {
    ...(title.addedAtMs === undefined ? {} : { added_at: new Date(title.addedAtMs) }),
    ...windowOf(title),
  }
  const row = await tx
    .insertInto('title')
    .values({
      ...(vid === undefined ? {} : { id: vid }),
      key: title.key,
      added_at: new Date(nowMs),
      ...values,
      ...options,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        ...withoutLocked({ ...values, ...options, ...storedOf(title, locked) }, locked),
        version: sql`title.version + 1`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (locked.length > 0) await rememberImported(tx, row.id, lockedOf({ ...values, ...options }, locked))
  return row.id
}

/** What an import does not know it leaves: pictures and lengths come from the file as well. */
function storedOf({ poster, backdrop, durationMin, film }: PublishedTitle, locked: readonly string[]) {
  return {
    ...(poster === null ? { poster: sql<string | null>`title.poster` } : {}),
    ...(backdrop === null ? { backdrop: sql<string | null>`title.backdrop` } : {}),
    ...(durationMin === 0 ? { duration_min: minutesOf(locked.includes('film') ? undefined : film) } : {}),
  }
}

/** The stored minutes, unless the title gets another film than it has. */
function minutesOf(film: PublishedTitle['film']): RawBuilder<number> {
  if (film === undefined) return sql<number>`title.duration_min`
  const minutes = film.durationMs > 0 ? Math.max(1, Math.round(film.durationMs / 60_000)) : 0
  return sql<number>`case when exists (
      select from video_file where video_file.title_id = title.id and video_file.episode_id is null
        and video_file.kind = 'film' and video_file.asset_id <> ${film.assetId}
    ) then ${minutes}::integer else title.duration_min end`
}

function withoutLocked<Values extends object>(values: Values, locked: readonly string[]): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !locked.includes(name)),
  ) as Partial<Values>
}

function lockedOf(values: object, locked: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => locked.includes(name)))
}

/** Stores what an import says of fields that were edited by hand, for the day on which they are released. */
async function rememberImported(
  tx: DbTransaction,
  vid: number,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`update title set imported = imported || ${JSON.stringify(values)}::jsonb where id = ${vid}`.execute(
    tx,
  )
}

function windowOf({ window }: PublishedTitle) {
  if (window === undefined) return {}
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))
  return { available_from: dateOf(window.fromMs), available_until: dateOf(window.untilMs) }
}

export async function writeGenres(
  tx: DbTransaction,
  vid: number,
  title: PublishedTitle,
  genreIds: ReadonlyMap<string, number>,
  locked: readonly string[],
): Promise<void> {
  const ids = [...new Set(title.genres.map((genre) => idOf(genreIds, genre.key)))]
  if (locked.includes('genres')) return rememberImported(tx, vid, { genres: ids })
  await tx.deleteFrom('title_genre').where('title_id', '=', vid).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('title_genre')
    .values(ids.map((genre_id, place) => ({ title_id: vid, genre_id, place })))
    .execute()
}

export async function writeCredits(
  tx: DbTransaction,
  vid: number,
  title: PublishedTitle,
  personIds: ReadonlyMap<string, number>,
  locked: readonly string[],
): Promise<void> {
  const credits = title.credits.map((credit) => ({
    person_id: idOf(personIds, credit.personKey),
    kind: credit.kind,
    role_ru: credit.role.ru,
    role_uz: credit.role.uz,
  }))
  if (locked.includes('credits')) return rememberImported(tx, vid, { credits })
  await tx.deleteFrom('credit').where('title_id', '=', vid).execute()
  if (credits.length === 0) return
  await tx
    .insertInto('credit')
    .values(credits.map((credit, place) => ({ title_id: vid, ...credit, place })))
    // A person with two roles is stored once.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The film and the trailer of the title itself; a trailer that was chosen by hand stays. */
export async function writeFiles(
  tx: DbTransaction,
  vid: number,
  title: PublishedTitle,
  locked: readonly string[],
): Promise<void> {
  for (const kind of ['film', 'trailer'] as const) {
    const file = title[kind]
    if (file === undefined) continue
    if (locked.includes(kind))
      await rememberImported(tx, vid, { [kind]: { asset: file.assetId, ms: Math.round(file.durationMs) } })
    else await writeFile(tx, vid, kind, file)
  }
}

async function writeFile(
  tx: DbTransaction,
  vid: number,
  kind: 'film' | 'trailer',
  file: { readonly assetId: string; readonly durationMs: number },
): Promise<void> {
  const values = { asset_id: file.assetId, duration_ms: Math.round(file.durationMs) }
  await tx
    .insertInto('video_file')
    .values({ title_id: vid, episode_id: null, kind, ...values })
    .onConflict((conflict) =>
      conflict.columns(['title_id', 'episode_id', 'kind']).doUpdateSet({
        asset_id: file.assetId,
        duration_ms: unlessMeasured,
      }),
    )
    .execute()
}

/** An import that knows no length leaves the one that was measured of the same file. */
export const unlessMeasured = sql<number>`case when excluded.duration_ms = 0 and excluded.asset_id = video_file.asset_id
  then video_file.duration_ms else excluded.duration_ms end`

/** An id that was written under this key. */
export function idOf<Key>(ids: ReadonlyMap<Key, number>, key: Key): number {
  const id = ids.get(key)
  invariant(id !== undefined, `${String(key)} was written but has no id`)
  return id
}
