import { sql } from 'kysely'
import { Taste, type TitleTaste } from './taste.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Notified when the stored data changed. */
export const tasteChangedChannel = 'taste_changed'

const titlesAtOnce = 1000

/**
 * Replaces the table with the learnt data; unchanged rows are not written. Sends `taste_changed` and returns true
 * when anything changed.
 */
export async function writeTaste(db: Db, tastes: readonly TitleTaste[]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Two concurrent trainings would mix their results; readers are not blocked.
    await sql`lock table title_taste in share row exclusive mode`.execute(tx)
    const gone = await sql`
      delete from title_taste where title_id <> all(${tastes.map(({ vid }) => vid)}::integer[])`.execute(tx)
    let changed = Number(gone.numAffectedRows ?? 0)
    for (let from = 0; from < tastes.length; from += titlesAtOnce) {
      const rows = JSON.stringify(tastes.slice(from, from + titlesAtOnce).map(rowOf))
      const written = await sql`
        insert into title_taste (title_id, watchers, recent_watchers, near_ids, near_weights)
        select given.* from json_to_recordset(${rows}::json) as given
          (title_id integer, watchers integer, recent_watchers integer, near_ids integer[], near_weights real[])
        where exists (select from title where title.id = given.title_id)
        on conflict (title_id) do update set
          watchers = excluded.watchers, recent_watchers = excluded.recent_watchers,
          near_ids = excluded.near_ids, near_weights = excluded.near_weights
        where (title_taste.watchers, title_taste.recent_watchers, title_taste.near_ids, title_taste.near_weights)
          is distinct from
          (excluded.watchers, excluded.recent_watchers, excluded.near_ids, excluded.near_weights)`.execute(tx)
      changed += Number(written.numAffectedRows ?? 0)
    }
    if (changed > 0) await sql`select pg_notify(${tasteChangedChannel}, '')`.execute(tx)
    return changed > 0
  })
}

function rowOf(taste: TitleTaste) {
  return {
    title_id: taste.vid,
    watchers: taste.watchers,
    recent_watchers: taste.recentWatchers,
    near_ids: taste.nearVids,
    near_weights: taste.nearWeights,
  }
}

/** Reads the learnt data in one snapshot. */
export async function readTaste(db: Db): Promise<Taste> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const titles: TitleTaste[] = []
      for (;;) {
        const rows = await tx
          .selectFrom('title_taste')
          .selectAll()
          .where('title_id', '>', titles.at(-1)?.vid ?? 0)
          .orderBy('title_id')
          .limit(titlesAtOnce)
          .execute()
        for (const row of rows)
          titles.push({
            vid: row.title_id,
            watchers: row.watchers,
            recentWatchers: row.recent_watchers,
            nearVids: row.near_ids,
            nearWeights: row.near_weights,
          })
        if (rows.length < titlesAtOnce) return new Taste(titles)
      }
    })
}
