/** The search of many sites: pg_trgm in PostgreSQL, with the same folded texts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { otherLayouts } from '#contract/search/keyboard-layouts.ts'
import { fold } from '#contract/search/search-folding.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

export interface TrigramSearch {
  /** The indexes of the best texts, best first. */
  search(query: string, max: number): Promise<readonly number[]>
  close(): Promise<void>
}

const atOnce = 2000

/** A temporary database with one row per text, indexed by its trigrams. */
export async function openTrigramSearch(texts: readonly string[]): Promise<TrigramSearch> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-pg-'))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog, throwAway: true })
  const client = new Client({
    host: server.location.socketDir,
    user: server.location.user,
    database: 'postgres',
  })
  await client.connect()
  await client.query('create extension pg_trgm')
  await client.query('create table found (id integer primary key, folded text not null)')
  for (let from = 0; from < texts.length; from += atOnce) {
    const part = texts.slice(from, from + atOnce).map((text) => fold(text))
    await client.query(
      'insert into found select $1 + n - 1, t from unnest($2::text[]) with ordinality as x (t, n)',
      [from, part],
    )
  }
  await client.query('create index on found using gin (folded gin_trgm_ops)')
  await client.query('analyze found')
  await client.query('set pg_trgm.word_similarity_threshold = 0.45')
  const read = async (text: string, max: number) => {
    const { rows } = await client.query<{ id: number; near: number }>(
      'select id, word_similarity($1, folded) as near from found where $1 <% folded order by near desc, length(folded) limit $2',
      [fold(text), max],
    )
    return rows
  }
  return {
    search: async (query, max) => {
      let best: Awaited<ReturnType<typeof read>> = []
      for (const text of [query, ...otherLayouts(query)]) {
        const rows = await read(text, max)
        if ((rows[0]?.near ?? 0) > (best[0]?.near ?? 0)) best = rows
      }
      return best.map(({ id }) => id)
    },
    close: async () => {
      await client.end()
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
