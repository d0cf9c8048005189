/** Films and series as the staff sees them: those that no viewer sees too. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Fields, listChanges } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { windowsOfFields } from './window-rules.ts'
import type { TerritoryWindow } from '#server/catalogue/titles/title.ts'
import { type CreditField, isLockable, titleEntity, titleStates } from './title-states.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'

export const titleViews = [
  'all',
  'movies',
  'series',
  'unpublished',
  'noPoster',
  'noUzbek',
  'refused',
  'edited',
] as const
export type TitleView = (typeof titleViews)[number]

export const titleSorts = ['added', 'name', 'year', 'changed'] as const
export type TitleSort = (typeof titleSorts)[number]

export interface TitleListRequest {
  readonly text: string
  readonly view: TitleView
  readonly sort: TitleSort
  readonly isDescending: boolean
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  /** Assets that packaging refused. */
  readonly refusedAssets: readonly string[]
  readonly nowMs: number
}

/** A title in the table. */
export interface ListedTitle {
  readonly vid: number
  readonly version: number
  readonly isSeries: boolean
  readonly nameRu: string
  readonly nameUz: string
  readonly nameOriginal: string
  readonly year: number
  readonly ageRating: string
  readonly isFree: boolean
  readonly isHidden: boolean
  /** None: it is always available. */
  readonly windows: readonly TerritoryWindow[]
  readonly isRefused: boolean
  readonly isUzbekMissing: boolean
  readonly poster: string | null
  readonly locked: readonly string[]
  readonly addedMs: number
}

export interface TitleList {
  readonly titles: readonly ListedTitle[]
  /** How many match the text in each view. */
  readonly counts: Readonly<Record<TitleView, number>>
}

/** A page of the titles that match; each word of the text is in a name, in the year or is the number. */
export async function listStaffTitles(db: Db, request: TitleListRequest): Promise<TitleList> {
  const facts = factsOf(request)
  const matching = sql`title.deleted_at is null and ${matches(request.text)}`
  const of = (view: TitleView) => sql`count(*) filter (where ${facts[view]})::integer as ${sql.id(view)}`
  const counted = await sql<Record<TitleView, number>>`
    select ${sql.join(titleViews.map(of))} from title where ${matching}`.execute(db)
  const direction = request.isDescending ? sql`desc` : sql`asc`
  const rows = await sql<TitleRow>`
    select id, version, is_series, name_ru, name_uz, name_original, year, age_rating, free_movie, is_hidden, poster,
      locked, added_at, available_from, available_until, available_in, more_windows, ${facts.refused} as is_refused, ${facts.noUzbek} as no_uzbek
    from title where ${matching} and ${facts[request.view]}
    order by ${orders[request.sort]} ${direction}, id ${direction}
    limit ${request.pageSize} offset ${(request.page - 1) * request.pageSize}`.execute(db)
  const none = Object.fromEntries(titleViews.map((view) => [view, 0])) as Record<TitleView, number>
  return { titles: rows.rows.map(listedOf), counts: counted.rows[0] ?? none }
}

/** The numbers of all titles that match, in the order of the table. */
export async function findTitleNumbers(
  db: Db,
  request: Omit<TitleListRequest, 'page' | 'pageSize'>,
): Promise<readonly number[]> {
  const facts = factsOf(request)
  const direction = request.isDescending ? sql`desc` : sql`asc`
  const { rows } = await sql<{ readonly id: number }>`
    select id from title where title.deleted_at is null and ${matches(request.text)} and ${facts[request.view]}
    order by ${orders[request.sort]} ${direction}, id ${direction}`.execute(db)
  return rows.map(({ id }) => id)
}

interface TitleRow {
  readonly id: number
  readonly version: number
  readonly is_series: boolean
  readonly name_ru: string
  readonly name_uz: string
  readonly name_original: string
  readonly year: number
  readonly age_rating: string
  readonly free_movie: boolean
  readonly is_hidden: boolean
  readonly poster: string | null
  readonly locked: readonly string[]
  readonly added_at: Date
  readonly available_from: Date | null
  readonly available_until: Date | null
  readonly available_in: string
  readonly more_windows: unknown
  readonly is_refused: boolean
  readonly no_uzbek: boolean
}

function listedOf(row: TitleRow): ListedTitle {
  return {
    vid: row.id,
    version: row.version,
    isSeries: row.is_series,
    nameRu: row.name_ru,
    nameUz: row.name_uz,
    nameOriginal: row.name_original,
    year: row.year,
    ageRating: row.age_rating,
    isFree: row.free_movie,
    isHidden: row.is_hidden,
    windows: windowsOfFields(row),
    isRefused: row.is_refused,
    isUzbekMissing: row.no_uzbek,
    poster: row.poster,
    locked: row.locked,
    addedMs: row.added_at.getTime(),
  }
}

const shownName = sql`lower(coalesce(nullif(name_ru, ''), nullif(name_uz, ''), name_original))`
const orders: Readonly<Record<TitleSort, RawBuilder<unknown>>> = {
  added: sql`added_at`,
  name: shownName,
  year: sql`year`,
  changed: sql`changed_at`,
}

function factsOf({ refusedAssets, nowMs }: Pick<TitleListRequest, 'refusedAssets' | 'nowMs'>) {
  const now = new Date(nowMs)
  const closed = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) =>
    sql`(coalesce(${from} > ${now}, false) or coalesce(${until} <= ${now}, false))`
  const [from, until] = ['from', 'until'].map((name) => sql`(one.value ->> ${name})::timestamptz`) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const outside = sql`(${closed(sql`available_from`, sql`available_until`)} and not exists (
    select from jsonb_array_elements(more_windows) as one (value) where not ${closed(from, until)}))`
  return {
    all: sql`true`,
    movies: sql`not is_series`,
    series: sql`is_series`,
    unpublished: sql`(is_hidden or ${outside})`,
    noPoster: sql`poster is null`,
    noUzbek: sql`(name_uz = '' or description_uz = '')`,
    refused: sql`exists (select from video_file where video_file.title_id = title.id
      and video_file.asset_id = any(${[...refusedAssets]}::text[]))`,
    edited: sql`locked <> '{}'`,
    outside,
  }
}

function matches(text: string): RawBuilder<unknown> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0) return sql`true`
  const everyWord = words.map((word) => {
    const like = `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    return sql`(concat_ws(' ', name_ru, name_uz, name_original, year) ilike ${like} or id::text = ${word})`
  })
  return sql`(${sql.join(everyWord, sql` and `)})`
}

/** Films and series that have no name or no description in Uzbek: how many, and the first of them by id. */
export async function titlesWithoutUzbek(
  db: Db,
  limit: number,
): Promise<{
  readonly count: number
  readonly first: readonly { readonly vid: number; readonly name: string }[]
}> {
  const { rows } = await sql<{ id: number; name: string; all: number }>`
    select id, coalesce(nullif(name_ru, ''), nullif(name_uz, ''), name_original) as name,
      count(*) over ()::integer as all
    from title where deleted_at is null and (name_uz = '' or description_uz = '') order by id limit ${limit}`.execute(
    db,
  )
  return { count: rows[0]?.all ?? 0, first: rows.map(({ id, name }) => ({ vid: id, name })) }
}

/** A title for its editor. */
export interface StaffTitle {
  readonly vid: number
  readonly version: number
  readonly isSeries: boolean
  readonly fields: Fields
  readonly locked: readonly string[]
  readonly actors: readonly string[]
  readonly directors: readonly string[]
  readonly durationMin: number
  readonly addedMs: number
  readonly seasons: readonly { readonly number: number; readonly episodes: number }[]
  /** Who changed it last, and when; undefined when nobody did by hand. '' is the command line. */
  readonly last: { readonly who: string; readonly madeMs: number } | undefined
}

export async function findStaffTitle(db: Db, vid: number): Promise<StaffTitle | undefined> {
  const fields = (await titleStates(db, [vid])).get(vid)
  if (fields === undefined) return undefined
  const row = await db.selectFrom('title').selectAll().where('id', '=', vid).executeTakeFirstOrThrow()
  const people = await peopleOf(db, fields['credits'] as readonly CreditField[])
  const seasons = await sql<{ readonly number: number; readonly episodes: number }>`
    select season.number, sum(1 + ${coveredFurther})::integer as episodes
    from season join episode on episode.season_id = season.id
    where season.title_id = ${vid} group by season.number order by season.number`.execute(db)
  const [last] = await listChanges(db, { entity: titleEntity, entityId: vid, limit: 1 })
  return {
    ...{ vid, version: row.version, isSeries: row.is_series, fields, durationMin: row.duration_min },
    locked: row.locked.filter(isLockable),
    ...people,
    addedMs: row.added_at.getTime(),
    seasons: seasons.rows,
    last: last === undefined ? undefined : { who: last.staffName, madeMs: last.madeMs },
  }
}

async function peopleOf(db: Kysely<Database>, credits: readonly CreditField[]) {
  const ids = [0, ...credits.map((credit) => credit.person_id)]
  const rows = await db
    .selectFrom('person')
    .leftJoin('person as main', 'main.id', 'person.merged_into')
    .select('person.id')
    .select((on) =>
      (['name_ru', 'name_uz', 'name_original'] as const).map((name) =>
        on.fn.coalesce(`main.${name}`, `person.${name}`).as(name),
      ),
    )
    .where('person.id', 'in', ids)
    .execute()
  const names = new Map(rows.map((row) => [row.id, row.name_ru || row.name_uz || row.name_original]))
  const of = (kind: CreditField['kind']) =>
    onceEach(
      credits.filter((credit) => credit.kind === kind).map((credit) => names.get(credit.person_id) ?? ''),
    )
  return { actors: of('actor'), directors: of('director') }
}

function onceEach(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}

/** What the editor chooses from. */
export async function listTitleChoices(db: Db) {
  return {
    genres: await db.selectFrom('genre').select(['id', 'name_ru', 'name_uz']).orderBy('name_ru').execute(),
    categories: await db.selectFrom('video_category').selectAll().orderBy('id').execute(),
    providers: await db.selectFrom('provider').selectAll().orderBy('id').execute(),
  }
}

/** The titles of these assets, by asset; without deleted ones. */
export async function titlesOfAssets(
  db: Db,
  assetIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (assetIds.length === 0) return new Map()
  const files = await db
    .selectFrom('video_file')
    .innerJoin('title', 'title.id', 'video_file.title_id')
    .select(['video_file.asset_id', 'title.id'])
    .where('video_file.asset_id', 'in', [...assetIds])
    .where('title.deleted_at', 'is', null)
    .execute()
  return new Map(files.map(({ asset_id: assetId, id }) => [assetId, id]))
}
