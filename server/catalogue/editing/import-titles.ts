/** Titles of a folder that somebody chose: published as one set of changes that can be taken back. */
import {
  type Fields,
  type EntryOfChange,
  diffStates,
  laterField,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { contentHash } from '#server/catalogue/publish/publish-titles.ts'
import {
  checkPlaces,
  keepGenres,
  keepPeople,
  writeCredits,
  writeFiles,
  writeGenres,
  writeTitle,
} from '#server/catalogue/publish/title-store.ts'
import { writeSeasons } from '#server/catalogue/publish/episode-store.ts'
import type { PublishedTitle } from '#server/catalogue/titles/title.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { episodeEntity, episodeLabel, episodeStates, placeOfField } from './episode-states.ts'
import { announceTitles, lockTitles, titleEntity, titleLabel, titleStates } from './title-states.ts'

/** A title as it is stored, to compare it with a folder. */
export interface StoredTitle {
  readonly vid: number
  readonly isDeleted: boolean
  readonly isSeries: boolean
  readonly locked: readonly string[]
  /** As a published title has them; pictures as versions, no seasons. */
  readonly facts: Omit<PublishedTitle, 'credits' | 'genres' | 'seasons' | 'key'>
  /** Names of genres in Russian, in their order. */
  readonly genres: readonly string[]
  /** In their order. `key`: of the person and the kind; `text`: `actor: name`. */
  readonly credits: readonly { readonly key: string; readonly text: string }[]
  readonly trailer: string | null
  /** By `<season> <episode>`. */
  readonly episodes: ReadonlyMap<string, StoredEpisode>
}

export interface StoredEpisode {
  readonly name: { readonly ru: string; readonly uz: string }
  readonly description: { readonly ru: string; readonly uz: string }
  readonly still: string | null
  /** The last one that its file covers; null where it covers one. */
  readonly last: number | null
  readonly airedOn: string | null
  readonly isHidden: boolean
}

const keysAtOnce = 500

/** The titles with these keys, deleted ones too. */
export async function loadStoredTitles(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StoredTitle>> {
  const stored = new Map<string, StoredTitle>()
  for (let at = 0; at < keys.length; at += keysAtOnce)
    for (const [key, title] of await loadSome(db, keys.slice(at, at + keysAtOnce))) stored.set(key, title)
  return stored
}

async function loadSome(
  db: Db,
  keys: readonly string[],
): Promise<readonly (readonly [string, StoredTitle])[]> {
  const rows = await db.selectFrom('title').selectAll().where('key', 'in', keys).execute()
  const vids = [0, ...rows.map(({ id }) => id)]
  const genres = await db
    .selectFrom('title_genre')
    .innerJoin('genre', 'genre.id', 'title_genre.genre_id')
    .select(['title_id', 'name_ru'])
    .where('title_id', 'in', vids)
    .orderBy('place')
    .execute()
  const credits = await db
    .selectFrom('credit')
    .innerJoin('person', 'person.id', 'credit.person_id')
    .select(['title_id', 'kind', 'person.key', 'person.name_ru', 'person.name_uz', 'person.name_original'])
    .where('title_id', 'in', vids)
    .orderBy('place')
    .execute()
  const trailers = await db
    .selectFrom('video_file')
    .select(['title_id', 'asset_id'])
    .where('title_id', 'in', vids)
    .where('kind', '=', 'trailer')
    .where('episode_id', 'is', null)
    .execute()
  // By the places that their files say: an import says those.
  const imported = [...(await episodeStates(db, { vids })).values()].flatMap((fields) => {
    const place = placeOfField(fields['_source'] ?? fields['_place'])
    return place === undefined ? [] : [{ place, fields }]
  })
  const episodes = Map.groupBy(imported, ({ place }) => place.vid)
  return rows.map((row) => [
    row.key,
    {
      ...{ vid: row.id, isDeleted: row.deleted_at !== null, isSeries: row.is_series, locked: row.locked },
      facts: factsOf(row),
      genres: genres.filter((one) => one.title_id === row.id).map((one) => one.name_ru),
      credits: credits
        .filter((one) => one.title_id === row.id)
        .map(({ kind, key, ...one }) => ({
          key: `${kind} ${key}`,
          text: `${kind}: ${one.name_ru || one.name_uz || one.name_original}`,
        })),
      trailer: trailers.find((one) => one.title_id === row.id)?.asset_id ?? null,
      episodes: new Map(
        (episodes.get(row.id) ?? []).map(({ place, fields }) => [
          `${place.season} ${place.number}`,
          storedEpisode(fields, place.number),
        ]),
      ),
    },
  ])
}

function storedEpisode(fields: Fields, number: number): StoredEpisode {
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return {
    name: { ru: String(fields['name_ru']), uz: String(fields['name_uz']) },
    description: { ru: String(fields['description_ru']), uz: String(fields['description_uz']) },
    still: textOf('still'),
    last: typeof fields['further'] === 'number' ? number + fields['further'] : null,
    airedOn: textOf('aired_on'),
    isHidden: fields['is_hidden'] === true,
  }
}

type TitleRow = Awaited<ReturnType<typeof rowOf>>
function rowOf(db: Db) {
  return db.selectFrom('title').selectAll().executeTakeFirstOrThrow()
}

function factsOf(row: TitleRow): StoredTitle['facts'] {
  const ratingOf = (rating: string | null) => (rating === null ? null : Number(rating))
  return {
    ...{ isSeries: row.is_series, isKids: row.is_kids, categoryId: row.category_id },
    ...{ moreCategories: row.more_categories, providerId: row.provider_id },
    name: { ru: row.name_ru, uz: row.name_uz, original: row.name_original },
    description: { ru: row.description_ru, uz: row.description_uz },
    ...{ year: row.year, countries: row.countries, durationMin: row.duration_min },
    ...{
      ageRating: row.age_rating,
      ratingKp: ratingOf(row.rating_kp),
      ratingImdb: ratingOf(row.rating_imdb),
    },
    ...{ popularity: row.popularity, freeMovie: row.free_movie, premier: row.premier },
    ...{ exclusive: row.exclusive, newEpisodes: row.new_episodes, poster: row.poster },
    backdrop: row.backdrop,
    window: {
      fromMs: row.available_from?.getTime() ?? null,
      untilMs: row.available_until?.getTime() ?? null,
    },
  }
}

/** A chosen title, with those of its episodes that were chosen. */
export interface TitleImport {
  readonly title: PublishedTitle
  /** Otherwise the series stays as it is, and only its episodes are written. A new or deleted title is written whole. */
  readonly takesFields: boolean
}

export interface TitlesImported {
  /** 0 when nothing differed. */
  readonly changeId: number
  readonly changed: number
}

/**
 * Publishes these titles within a transaction, as a set of changes: new and changed titles, and new and changed episodes
 * of series that are there. A deleted one returns. What was edited by hand stays; what a folder does not say (a missing
 * picture, a length, marks of the service) stays too.
 */
export async function importTitles(
  tx: DbTransaction,
  imports: readonly TitleImport[],
  { title: name, by, nowMs }: TitleAuthor & { readonly title: string },
): Promise<TitlesImported> {
  await lockTitles(tx)
  const stored = await loadStoredTitles(
    tx,
    imports.map(({ title }) => title.key),
  )
  const present = [...stored.values()].filter(({ isDeleted }) => !isDeleted).map(({ vid }) => vid)
  const titlesBefore = await titleStates(tx, present)
  const episodesBefore = await episodeStates(tx, { vids: present })
  const titles = imports.map(({ title }) => title)
  const [genreIds, personIds] = [await keepGenres(tx, titles), await keepPeople(tx, titles)]
  await checkPlaces(tx, titles)
  const vids: number[] = []
  for (const { title, takesFields } of imports) {
    const own = stored.get(title.key)
    if (own !== undefined && !own.isDeleted && !takesFields) {
      await writeSeasons(tx, own.vid, withStills(title, own))
      vids.push(own.vid)
      continue
    }
    const whole = own === undefined ? title : completed(title, own)
    const locked = own?.locked ?? []
    const vid = await writeTitle(tx, whole, {
      ...{ contentHash: contentHash(title), nowMs, vid: undefined, locked },
    })
    if (own?.isDeleted === true)
      await tx.updateTable('title').set({ deleted_at: null }).where('id', '=', vid).execute()
    await writeGenres(tx, vid, whole, genreIds, locked)
    await writeCredits(tx, vid, whole, personIds, locked)
    await writeFiles(tx, vid, whole, locked)
    await writeSeasons(tx, vid, whole)
    vids.push(vid)
  }
  const entries: EntryOfChange[] = [
    ...diffStates(titleEntity, titlesBefore, await titleStates(tx, vids), titleLabel),
    ...diffStates(episodeEntity, episodesBefore, await episodeStates(tx, { vids: present }), episodeLabel),
  ]
  const change = { kind: 'import', section: 'films', title: name, by, nowMs } as const
  const changeId = await recordChange(tx, { ...change, entries: entries.map(withLater) })
  if (vids.length > 0) await announceTitles(tx)
  return { changeId, changed: entries.length }
}

/** Pictures that a folder does not have are taken from the video when it is packaged. */
function withLater(entry: EntryOfChange): EntryOfChange {
  const { before, after } = entry
  if (before !== null || after === null) return entry
  const later = ['poster', 'backdrop', 'still'].filter((name) => after[name] === null)
  return later.length === 0 ? entry : { ...entry, after: { ...after, [laterField]: later } }
}

/** The title with what a folder says nothing of as it is stored. */
function completed(title: PublishedTitle, own: StoredTitle): PublishedTitle {
  const { facts } = own
  return {
    ...withStills(title, own),
    ...{ poster: title.poster ?? facts.poster, backdrop: title.backdrop ?? facts.backdrop },
    durationMin: title.durationMin === 0 ? facts.durationMin : title.durationMin,
    ...{ popularity: facts.popularity, freeMovie: facts.freeMovie, premier: facts.premier },
    ...{ exclusive: facts.exclusive, newEpisodes: facts.newEpisodes, providerId: facts.providerId },
    moreCategories: facts.moreCategories ?? [],
  }
}

function withStills(title: PublishedTitle, { episodes }: StoredTitle): PublishedTitle {
  return {
    ...title,
    seasons: title.seasons.map((season) => ({
      ...season,
      episodes: season.episodes.map((episode) => ({
        ...episode,
        still: episode.still ?? episodes.get(`${season.number} ${episode.number}`)?.still ?? null,
      })),
    })),
  }
}
