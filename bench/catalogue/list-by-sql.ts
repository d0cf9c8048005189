/**
 * A list as most sites implement it: rows in PostgreSQL with an index for each filter. The page and the total, no
 * facets.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { CatalogueContent } from '#server/catalogue/catalogue.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import type { ListQuery } from './made-up-lists.ts'

export interface ListBySql {
  /** The ids of a page of 24, and how many there are in all. */
  list(request: ListQuery): Promise<{ readonly vids: readonly number[]; readonly total: number }>
  close(): Promise<void>
}

const orders = {
  '-popularity': 'popularity desc, vid',
  '-year': 'year desc, popularity desc, vid',
  '-rating': 'coalesce(rating, -1) desc, popularity desc, vid',
  '-added': 'added_at desc, popularity desc, vid',
  name: 'name collate "und-x-icu", popularity desc, vid',
} as const
const atOnce = 2000

/** A temporary database with one row per title. */
export async function openListBySql({ titles }: CatalogueContent): Promise<ListBySql> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-pg-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
  const client = new Client({
    host: server.location.socketDir,
    user: server.location.user,
    database: 'postgres',
  })
  await client.connect()
  await client.query(`create table listed (vid integer primary key, name text, year smallint, rating numeric(3, 1),
    popularity integer, added_at bigint, countries text[], genre_ids integer[])`)
  for (let from = 0; from < titles.length; from += atOnce) {
    const rows = titles.slice(from, from + atOnce).map((title) => ({
      vid: title.vid,
      name: title.name.ru,
      year: title.year,
      rating: title.ratingKp,
      popularity: title.popularity,
      added_at: title.addedAtMs,
      countries: title.countries,
      genre_ids: title.genreIds,
    }))
    await client.query('insert into listed select * from jsonb_populate_recordset(null::listed, $1)', [
      JSON.stringify(rows),
    ])
  }
  for (const index of ['gin (genre_ids)', 'gin (countries)', '(year)', '(rating)', '(popularity desc, vid)'])
    await client.query(`create index on listed using ${index.startsWith('gin') ? index : `btree ${index}`}`)
  await client.query('vacuum analyze listed')
  return {
    list: async ({ genreId, country, years, minRating, order }) => {
      const third = years.length > 0 ? 'year = any($3::integer[])' : 'rating >= $3'
      const where = `where genre_ids @> array[$1::integer] and countries @> array[$2::text] and ${third}`
      const values = [genreId, country, years.length > 0 ? years : minRating]
      const page = await client.query<{ vid: number }>(
        `select vid, name, year, rating, countries, genre_ids from listed ${where} order by ${orders[order]} limit 24`,
        values,
      )
      const { rows } = await client.query<{ total: number }>(
        `select count(*)::integer as total from listed ${where}`,
        values,
      )
      return { vids: page.rows.map(({ vid }) => vid), total: rows[0]?.total ?? 0 }
    },
    close: async () => {
      await client.end()
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
