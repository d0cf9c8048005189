/** Puts episodes into other places of their series, or of another one. */
import { type Kysely, sql } from 'kysely'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'
import { type MovingEpisode, blockedMoves } from './blocked-moves.ts'
import type { Place } from './episode-places.ts'

/** While places are exchanged, numbers count down from here; no episode has one that high. */
const exchangeNumber = 32_767

/**
 * Gives episodes new places with their files, all at once; a season that does not exist is created. Returns those that
 * stay because another episode has the place, or the series is gone.
 */
export async function placeEpisodes(
  tx: DbTransaction,
  places: ReadonlyMap<number, Place>,
): Promise<ReadonlySet<number>> {
  if (places.size === 0) return new Set()
  const blocked = await blockedOf(tx, places)
  const moving = [...places].filter(([id]) => !blocked.has(id))
  if (moving.length === 0) return blocked
  const ids = moving.map(([id]) => id)
  await sql`
    update episode set number = ${exchangeNumber}::integer - one.place
    from unnest(${ids}::integer[]) with ordinality as one (id, place) where episode.id = one.id`.execute(tx)
  const to = (name: keyof Place) => moving.map(([, place]) => place[name])
  await sql`
    insert into season (title_id, number)
    select distinct one.vid, one.season from unnest(${to('vid')}::integer[], ${to('season')}::smallint[]) as one (vid, season)
    on conflict do nothing`.execute(tx)
  await sql`
    update episode set season_id = season.id, number = one.number
    from unnest(
      ${ids}::integer[], ${to('vid')}::integer[], ${to('season')}::smallint[], ${to('number')}::smallint[]
    ) as one (id, vid, season, number)
    join season on season.title_id = one.vid and season.number = one.season
    where episode.id = one.id`.execute(tx)
  await sql`
    update video_file set title_id = one.vid
    from unnest(${ids}::integer[], ${to('vid')}::integer[]) as one (id, vid)
    where video_file.episode_id = one.id and video_file.title_id <> one.vid`.execute(tx)
  return blocked
}

async function blockedOf(
  tx: DbTransaction,
  places: ReadonlyMap<number, Place>,
): Promise<ReadonlySet<number>> {
  const vids = [...new Set([...places.values()].map(({ vid }) => vid))]
  const titles = await tx
    .selectFrom('title')
    .select('id')
    .where('id', 'in', vids)
    .where('deleted_at', 'is', null)
    .execute()
  const present = new Set(titles.map(({ id }) => id))
  const absent = new Set([...places].flatMap(([id, { vid }]) => (present.has(vid) ? [] : [id])))
  const blocked = blockedMoves(await episodesInPlaces(tx, { vids, ids: [...places.keys()] }), places, absent)
  return new Set([...absent, ...blocked.keys()])
}

/** These episodes, and all of these series, where they are. */
export async function episodesInPlaces(
  db: Kysely<Database>,
  { vids, ids }: { readonly vids: readonly number[]; readonly ids: readonly number[] },
): Promise<readonly MovingEpisode[]> {
  const rows = await db
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .select(['episode.id', 'season.title_id as vid', 'season.number as season', 'episode.number'])
    .select(['episode.is_hidden', coveredFurther.as('further')])
    .where(sql<boolean>`(season.title_id = any(${vids}::integer[]) or episode.id = any(${ids}::integer[]))`)
    .execute()
  return rows.map(({ is_hidden: isHidden, ...row }) => ({ ...row, isHidden }))
}
