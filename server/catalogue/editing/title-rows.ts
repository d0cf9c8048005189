/** Many titles with everything that a table of them shows. */
import { sql } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type CreditField, titleStates } from './title-states.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'

/** A title with the names of its people, in Russian where there is one. */
export interface TitleRowFields {
  readonly vid: number
  readonly isSeries: boolean
  readonly durationMin: number
  /** As in sets of changes. */
  readonly fields: Fields
  readonly actors: readonly string[]
  readonly directors: readonly string[]
  /** In the order of their numbers. */
  readonly seasons: readonly { readonly number: number; readonly episodes: number }[]
}

/** The numbers of all titles that are not deleted, in order. */
export async function titleNumbers(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('title')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The names of all titles, to notice one that is there already. */
export async function titleNames(db: Db) {
  return db
    .selectFrom('title')
    .select(['id', 'name_ru', 'name_uz', 'name_original', 'year'])
    .where('deleted_at', 'is', null)
    .execute()
}

/** The series whose keys begin so, the oldest first; `imported`: what imports said of the fields that were edited. */
export async function seriesWithKeys(db: Db, prefix: string) {
  return db
    .selectFrom('title')
    .select(['key', 'name_ru', 'name_uz', 'name_original', 'imported'])
    .where(sql<boolean>`starts_with(key, ${prefix})`)
    .where('is_series', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** These titles; deleted ones are left out. */
export async function loadTitleRows(
  db: Db,
  vids: readonly number[],
): Promise<ReadonlyMap<number, TitleRowFields>> {
  const states = await titleStates(db, vids)
  const ids = [0, ...states.keys()]
  const facts = await db
    .selectFrom('title')
    .select(['id', 'is_series', 'duration_min'])
    .where('id', 'in', ids)
    .execute()
  const factsOf = new Map(facts.map((row) => [row.id, row]))
  const names = await namesOfPeople(db, states)
  const seasons = await sql<{ title_id: number; number: number; episodes: number }>`
    select season.title_id, season.number, sum(1 + ${coveredFurther})::integer as episodes
    from season join episode on episode.season_id = season.id
    where season.title_id = any(${ids}::integer[])
    group by season.title_id, season.number order by season.number`.execute(db)
  const seasonsOf = Map.groupBy(seasons.rows, (row) => row.title_id)
  return new Map(
    [...states].map(([vid, fields]) => {
      const credits = fields['credits'] as readonly CreditField[]
      const of = (kind: CreditField['kind']) =>
        credits.filter((credit) => credit.kind === kind).map((credit) => names.get(credit.person_id) ?? '')
      const row = {
        ...{ vid, fields, isSeries: factsOf.get(vid)?.is_series === true },
        durationMin: factsOf.get(vid)?.duration_min ?? 0,
        actors: of('actor'),
        directors: of('director'),
        seasons: seasonsOf.get(vid) ?? [],
      }
      return [vid, row]
    }),
  )
}

async function namesOfPeople(
  db: Db,
  states: ReadonlyMap<number, Fields>,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...states.values()].flatMap((fields) =>
    (fields['credits'] as readonly CreditField[]).map((credit) => credit.person_id),
  )
  const { rows } = await sql<{ id: number; name: string }>`
    select id, coalesce(nullif(name_ru, ''), nullif(name_uz, ''), name_original) as name from person
    where id = any(${[...new Set(ids)]}::integer[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
