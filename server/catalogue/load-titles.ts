import { specialsSeason } from '#contract/form/constants.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { inSlices, isPause, type Sliced } from '#server/platform/concurrency/in-slices.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { OnceEach } from '#server/platform/concurrency/once-each.ts'
import { readMoreWindows } from './editing/window-rules.ts'
import type {
  CatalogueContent,
  CollectionRecord,
  CreditRecord,
  EpisodeRecord,
  FileRecord,
  NamedRecord,
  PersonRecord,
  SeasonRecord,
  Territory,
  TitleRecord,
} from './titles/title.ts'
import { upToNext } from './titles/covered-numbers.ts'

/** Reads the whole catalogue in one snapshot, so that no half-published title is seen. */
export async function loadTitles(db: Db): Promise<CatalogueContent> {
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(readRows)
  const content = await inSlices(contentOf(rows))
  invariant(content !== undefined, 'nobody stops the reading')
  return content
}

async function readRows(tx: DbTransaction) {
  return {
    titles: await tx.selectFrom('title').selectAll().where('deleted_at', 'is', null).orderBy('id').execute(),
    titleGenres: await tx
      .selectFrom('title_genre')
      .selectAll()
      .orderBy('title_id')
      .orderBy('place')
      .execute(),
    credits: await tx.selectFrom('credit').selectAll().orderBy('title_id').orderBy('place').execute(),
    files: await tx.selectFrom('video_file').selectAll().orderBy('id').execute(),
    episodes: await tx.selectFrom('episode').selectAll().orderBy('season_id').orderBy('number').execute(),
    seasons: await tx
      .selectFrom('season')
      .selectAll()
      .orderBy('title_id')
      // Specials come last: a viewer does not start a series with them.
      .orderBy((season) => season('number', '=', specialsSeason))
      .orderBy('number')
      .execute(),
    people: await tx.selectFrom('person').selectAll().execute(),
    genres: await tx.selectFrom('genre').selectAll().orderBy('id').execute(),
    categories: await tx.selectFrom('video_category').selectAll().orderBy('id').execute(),
    providers: await tx.selectFrom('provider').selectAll().orderBy('id').execute(),
    collections: await readCollections(tx),
  }
}

type Rows = Awaited<ReturnType<typeof readRows>>

/** For tens of thousands of titles it takes most of a second. */
function* contentOf(rows: Rows): Sliced<CatalogueContent> {
  const once = new OnceEach()
  return {
    titles: yield* titlesOf(rows, once),
    people: yield* peopleOf(rows, once),
    mergedPeople: mergedPeople(rows),
    genres: rows.genres.map(namedRecord),
    categories: rows.categories.map(namedRecord),
    providers: rows.providers,
    collections: rows.collections,
  }
}

/** Most titles have no seasons, no files of their own yet and one category. */
const none: readonly never[] = []

function* titlesOf(rows: Rows, once: OnceEach): Sliced<TitleRecord[]> {
  const genres = yield* grouped(
    rows.titleGenres,
    (row) => row.title_id,
    (row) => row.genre_id,
  )
  const merged = mergedPeople(rows)
  const credits = yield* grouped(
    rows.credits,
    (row) => row.title_id,
    (row): CreditRecord => ({
      personId: merged.get(row.person_id) ?? row.person_id,
      kind: row.kind,
      role: once.words(row.role_ru, row.role_uz),
    }),
  )
  const { ofTitles, ofEpisodes } = yield* filesOf(rows)
  const seasons = yield* seasonsOf(rows, ofEpisodes, once)
  const limited = withPartWindows(seasons)
  const titles: TitleRecord[] = []
  for (const [index, row] of rows.titles.entries()) {
    if (isPause(index)) yield
    titles.push({
      vid: row.id,
      key: row.key,
      isSeries: row.is_series,
      isKids: row.is_kids,
      categoryId: row.category_id,
      moreCategories: row.more_categories.length === 0 ? none : row.more_categories,
      providerId: row.provider_id,
      name: { ru: row.name_ru, uz: row.name_uz, original: row.name_original },
      description: once.words(row.description_ru, row.description_uz),
      year: row.year,
      countries: once.list(row.countries),
      genreIds: genres.get(row.id) ?? none,
      credits:
        merged.size === 0 ? (credits.get(row.id) ?? none) : withoutDoubles(credits.get(row.id) ?? none),
      durationMin: row.duration_min,
      ageRating: once.text(row.age_rating),
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
      ...availabilityOf(row),
      ...(limited.has(row.id) ? { hasPartWindows: true } : {}),
      files: ofTitles.get(row.id) ?? none,
      seasons: seasons.get(row.id) ?? none,
    })
  }
  return titles
}

/** Almost every title is always available, and then nothing is stored. */
function availabilityOf(row: {
  readonly available_from: Date | null
  readonly available_until: Date | null
  readonly available_in: Territory
  readonly more_windows: unknown
  readonly is_hidden: boolean
}): Pick<TitleRecord, 'availability'> {
  const { available_in: territory, is_hidden: isHidden } = row
  const more = readMoreWindows(row.more_windows)
  const isEverywhere = territory === 'everywhere' && more.length === 0
  if (row.available_from === null && row.available_until === null && isEverywhere && !isHidden) return {}
  const fromMs = row.available_from?.getTime() ?? null
  const untilMs = row.available_until?.getTime() ?? null
  return {
    availability: { fromMs, untilMs, isHidden, ...(isEverywhere ? {} : { territory, more }) },
  }
}

function* filesOf({ files }: Rows) {
  const record = (row: Rows['files'][number]): FileRecord => ({
    vfid: row.id,
    kind: row.kind,
    assetId: row.asset_id,
    durationMs: row.duration_ms,
  })
  const ofTitles = yield* grouped(
    files.filter((row) => row.episode_id === null),
    (row) => row.title_id,
    record,
  )
  const ofEpisodes = new Map<number, FileRecord>()
  for (const [index, row] of files.entries()) {
    if (isPause(index)) yield
    if (row.episode_id !== null) ofEpisodes.set(row.episode_id, record(row))
  }
  return { ofTitles, ofEpisodes }
}

function* seasonsOf(rows: Rows, files: ReadonlyMap<number, FileRecord>, once: OnceEach) {
  const episodes = yield* grouped(
    rows.episodes,
    (row) => row.season_id,
    (row): EpisodeRecord | undefined => {
      const file = files.get(row.id)
      if (file === undefined || row.is_hidden) return undefined
      return {
        number: row.number,
        ...(row.further === 0 ? {} : { last: row.number + row.further }),
        name: once.words(row.name_ru, row.name_uz),
        description: once.words(row.description_ru, row.description_uz),
        still: row.still,
        ...windowsIn(row),
        file,
      }
    },
  )
  const shown = (id: number) => upToNext((episodes.get(id) ?? []).filter((episode) => episode !== undefined))
  return yield* grouped(
    // Of a season whose episodes were all moved or hidden viewers see nothing.
    rows.seasons.filter(({ id }) => shown(id).length > 0),
    (row) => row.title_id,
    (row): SeasonRecord => ({
      seasonId: row.id,
      number: row.number,
      name: once.words(row.name_ru, row.name_uz),
      ...windowsIn(row),
      episodes: shown(row.id),
    }),
  )
}

/** Almost no season has windows of its own, and then nothing is stored. */
function windowsIn({ windows }: { readonly windows: unknown }): Pick<SeasonRecord, 'windows'> {
  const read = readMoreWindows(windows)
  return read.length === 0 ? {} : { windows: read }
}

/** The numbers of the series of which some season or episode has windows. */
function withPartWindows(seasons: ReadonlyMap<number, readonly SeasonRecord[]>): ReadonlySet<number> {
  const isLimited = ({ windows, episodes }: SeasonRecord) =>
    windows !== undefined || episodes.some((episode) => episode.windows !== undefined)
  return new Set([...seasons].flatMap(([vid, own]) => (own.some(isLimited) ? [vid] : [])))
}

/** Doubles, each with the person that it stands for. */
function mergedPeople({ people }: Rows): ReadonlyMap<number, number> {
  return new Map(
    people.flatMap((row) => (row.merged_into === null ? [] : [[row.id, row.merged_into] as const])),
  )
}

/** A title may name a person and their double for the same work. */
function withoutDoubles(credits: readonly CreditRecord[]): readonly CreditRecord[] {
  const seen = new Set<string>()
  return credits.filter(({ personId, kind }) => {
    const key = `${personId} ${kind}`
    return !seen.has(key) && seen.add(key)
  })
}

function* peopleOf({ people }: Rows, once: OnceEach): Sliced<Map<number, PersonRecord>> {
  const records = new Map<number, PersonRecord>()
  for (const [index, row] of people.entries()) {
    if (isPause(index)) yield
    if (row.merged_into !== null) continue
    records.set(row.id, {
      personId: row.id,
      name: { ru: row.name_ru, uz: row.name_uz, original: row.name_original },
      photo: row.photo,
      about: once.words(row.about_ru, row.about_uz),
    })
  }
  return records
}

async function readCollections(tx: DbTransaction): Promise<CollectionRecord[]> {
  const items = Map.groupBy(
    await tx
      .selectFrom('collection_item')
      .innerJoin('title', 'title.id', 'collection_item.title_id')
      .select(['collection_id', 'title_id'])
      .where('title.deleted_at', 'is', null)
      .orderBy('collection_id')
      .orderBy('place')
      .execute(),
    (row) => row.collection_id,
  )
  const rows = await tx
    .selectFrom('collection')
    .selectAll()
    .where('is_hidden', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: { ru: row.name_ru, uz: row.name_uz },
    description: { ru: row.description_ru, uz: row.description_uz },
    vids: (items.get(row.id) ?? []).map((item) => item.title_id),
  }))
}

function namedRecord(row: { id: number; name_ru: string; name_uz: string }): NamedRecord {
  return { id: row.id, name: { ru: row.name_ru, uz: row.name_uz } }
}

function* grouped<Row, Value>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  valueOf: (row: Row) => Value,
): Sliced<Map<number, Value[]>> {
  const groups = new Map<number, Value[]>()
  for (const [index, row] of rows.entries()) {
    if (isPause(index)) yield
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [valueOf(row)])
    else group.push(valueOf(row))
  }
  return groups
}
