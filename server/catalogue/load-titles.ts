import type { Db, DbTransaction } from '#server/platform/database.ts'
import type {
  CatalogueContent,
  CollectionRecord,
  CreditRecord,
  EpisodeRecord,
  FileRecord,
  NamedRecord,
  PersonRecord,
  SeasonRecord,
  TitleRecord,
} from './title.ts'

/** Reads the whole catalogue as it is in one moment, so that no half-published title is seen. */
export async function loadTitles(db: Db): Promise<CatalogueContent> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      titles: await readTitles(tx),
      people: await readPeople(tx),
      genres: (await tx.selectFrom('genre').selectAll().orderBy('id').execute()).map(namedRecord),
      categories: (await tx.selectFrom('video_category').selectAll().orderBy('id').execute()).map(
        namedRecord,
      ),
      providers: await tx.selectFrom('provider').selectAll().orderBy('id').execute(),
      collections: await readCollections(tx),
    }))
}

async function readTitles(tx: DbTransaction): Promise<TitleRecord[]> {
  const rows = await tx.selectFrom('title').selectAll().orderBy('id').execute()
  const genres = grouped(
    await tx.selectFrom('title_genre').selectAll().orderBy('title_id').orderBy('place').execute(),
    (row) => row.title_id,
    (row) => row.genre_id,
  )
  const credits = grouped(
    await tx.selectFrom('credit').selectAll().orderBy('title_id').orderBy('place').execute(),
    (row) => row.title_id,
    (row): CreditRecord => ({
      personId: row.person_id,
      kind: row.kind,
      role: { ru: row.role_ru, uz: row.role_uz },
    }),
  )
  const { ofTitles, ofEpisodes } = await readFiles(tx)
  const seasons = await readSeasons(tx, ofEpisodes)
  return rows.map((row) => ({
    vid: row.id,
    key: row.key,
    isSeries: row.is_series,
    isKids: row.is_kids,
    categoryId: row.category_id,
    moreCategories: row.more_categories,
    providerId: row.provider_id,
    name: { ru: row.name_ru, uz: row.name_uz, original: row.name_original },
    description: { ru: row.description_ru, uz: row.description_uz },
    year: row.year,
    countries: row.countries,
    genreIds: genres.get(row.id) ?? [],
    credits: credits.get(row.id) ?? [],
    durationMin: row.duration_min,
    ageRating: row.age_rating,
    ratingKp: row.rating_kp === null ? null : Number(row.rating_kp),
    ratingImdb: row.rating_imdb === null ? null : Number(row.rating_imdb),
    popularity: row.popularity,
    freeMovie: row.free_movie,
    premier: row.premier,
    exclusive: row.exclusive,
    newEpisodes: row.new_episodes,
    poster: row.poster,
    backdrop: row.backdrop,
    addedAtMs: row.added_at.getTime(),
    files: ofTitles.get(row.id) ?? [],
    seasons: seasons.get(row.id) ?? [],
  }))
}

async function readFiles(tx: DbTransaction) {
  const rows = await tx.selectFrom('video_file').selectAll().orderBy('id').execute()
  const record = (row: (typeof rows)[number]): FileRecord => ({
    vfid: row.id,
    kind: row.kind,
    assetId: row.asset_id,
    durationMs: row.duration_ms,
  })
  return {
    ofTitles: grouped(
      rows.filter((row) => row.episode_id === null),
      (row) => row.title_id,
      record,
    ),
    ofEpisodes: new Map(
      rows.flatMap((row) => (row.episode_id === null ? [] : [[row.episode_id, record(row)] as const])),
    ),
  }
}

async function readSeasons(tx: DbTransaction, files: ReadonlyMap<number, FileRecord>) {
  const episodes = grouped(
    await tx.selectFrom('episode').selectAll().orderBy('season_id').orderBy('number').execute(),
    (row) => row.season_id,
    (row): EpisodeRecord | undefined => {
      const file = files.get(row.id)
      if (file === undefined) return undefined
      return {
        number: row.number,
        name: { ru: row.name_ru, uz: row.name_uz },
        description: { ru: row.description_ru, uz: row.description_uz },
        still: row.still,
        file,
      }
    },
  )
  return grouped(
    await tx.selectFrom('season').selectAll().orderBy('title_id').orderBy('number').execute(),
    (row) => row.title_id,
    (row): SeasonRecord => ({
      seasonId: row.id,
      number: row.number,
      name: { ru: row.name_ru, uz: row.name_uz },
      episodes: (episodes.get(row.id) ?? []).filter((episode) => episode !== undefined),
    }),
  )
}

async function readPeople(tx: DbTransaction): Promise<Map<number, PersonRecord>> {
  const rows = await tx.selectFrom('person').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        personId: row.id,
        name: { ru: row.name_ru, uz: row.name_uz, original: row.name_original },
        photo: row.photo,
        about: { ru: row.about_ru, uz: row.about_uz },
      },
    ]),
  )
}

async function readCollections(tx: DbTransaction): Promise<CollectionRecord[]> {
  const items = grouped(
    await tx.selectFrom('collection_item').selectAll().orderBy('collection_id').orderBy('place').execute(),
    (row) => row.collection_id,
    (row) => row.title_id,
  )
  const rows = await tx.selectFrom('collection').selectAll().orderBy('place').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: { ru: row.name_ru, uz: row.name_uz },
    description: { ru: row.description_ru, uz: row.description_uz },
    vids: items.get(row.id) ?? [],
  }))
}

function namedRecord(row: { id: number; name_ru: string; name_uz: string }): NamedRecord {
  return { id: row.id, name: { ru: row.name_ru, uz: row.name_uz } }
}

function grouped<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  valueOf: (row: Row) => Value,
): Map<number, Value[]> {
  const groups = new Map<number, Value[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [valueOf(row)])
    else group.push(valueOf(row))
  }
  return groups
}
