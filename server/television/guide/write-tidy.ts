import { sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** So many new programmes change the table's statistics. */
const manyAdded = 5000

/** What a programme has besides its channel and its start. */
export const contentColumns = [
  'end_at',
  'title_ru',
  'title_uz',
  'description_ru',
  'description_uz',
  'genre_code',
  'age_rating',
  'asset_id',
  'subtitle_ru',
  'subtitle_uz',
  'season',
  'episode',
  'catchup_id',
  'categories',
]

/** Those of a table in a statement. */
export function contentOf(table: 't' | 'p') {
  return sql.raw(contentColumns.map((name) => `${table}.${name}`).join(', '))
}

/** The delivered programme, and the stored one. */
export const [columns, storedColumns] = [contentOf('t'), contentOf('p')]

/** How many programmes are new, changed and gone. */
export interface WrittenCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Deletes, shortens, updates and inserts what `guide_tidy` says; returns the channels with a changed row. */
export async function writeTidy(
  tx: DbTransaction,
  outcomes: readonly WrittenCounts[],
): Promise<ReadonlySet<number>> {
  const has = (what: keyof WrittenCounts) => outcomes.some((outcome) => outcome[what] > 0)
  const statements = [
    ...(has('removed') ? [removeGone] : []),
    shortenBefore,
    ...(has('changed') ? [updateChanged] : []),
    ...(has('added') ? [insertAdded] : []),
  ]
  const touched = new Set<number>()
  for (const statement of statements)
    for (const { cid } of (await statement.execute(tx)).rows) touched.add(cid)
  // Until the database updates its statistics, the next delivery would use a plan for an empty table.
  if (outcomes.reduce((sum, { added }) => sum + added, 0) >= manyAdded)
    await sql`analyze programme`.execute(tx)
  return touched
}

const removeGone = sql<{ cid: number }>`
  with gone as (
    delete from programme p using pg_temp.guide_cover c
    where p.channel_id = c.channel_id and p.begin_at >= c.begin_at and p.begin_at < c.end_at
      and not exists (
        select from pg_temp.guide_tidy t where t.channel_id = p.channel_id and t.begin_at = p.begin_at
      )
    returning p.channel_id
  ) select distinct channel_id as cid from gone`

/** Programmes that start before the delivery and reach into it; none is longer than a day. */
const shortenBefore = sql<{ cid: number }>`
  with cut as (
    update programme p set end_at = c.begin_at from pg_temp.guide_cover c
    where p.channel_id = c.channel_id and p.begin_at < c.begin_at and p.end_at > c.begin_at
      and p.begin_at > c.begin_at - interval '2 days'
    returning p.channel_id
  ) select distinct channel_id as cid from cut`

const updateChanged = sql<{ cid: number }>`
  with changed as (
    update programme p set end_at = t.end_at, title_ru = t.title_ru, title_uz = t.title_uz,
      description_ru = t.description_ru, description_uz = t.description_uz, genre_code = t.genre_code,
      age_rating = t.age_rating, asset_id = t.asset_id, subtitle_ru = t.subtitle_ru, subtitle_uz = t.subtitle_uz,
      season = t.season, episode = t.episode, catchup_id = t.catchup_id, categories = t.categories
    from pg_temp.guide_tidy t
    where p.channel_id = t.channel_id and p.begin_at = t.begin_at
      and (${columns}) is distinct from (${storedColumns})
    returning p.channel_id
  ) select distinct channel_id as cid from changed`

const insertAdded = sql<{ cid: number }>`
  with added as (
    insert into programme (channel_id, begin_at, end_at, title_ru, title_uz, description_ru, description_uz,
      genre_code, age_rating, asset_id, subtitle_ru, subtitle_uz, season, episode, catchup_id, categories)
    select channel_id, begin_at, ${columns} from pg_temp.guide_tidy t
    where not exists (
      select from programme p where p.channel_id = t.channel_id and p.begin_at = t.begin_at
    )
    order by channel_id, begin_at
    returning channel_id
  ) select distinct channel_id as cid from added`
