import type { Db } from '#server/platform/database/database.ts'
import { episodeEntity } from './episode-states.ts'
import { seasonEntity } from './season-states.ts'

/** The seasons and episodes of a series, by the names that sets of changes have for them; empty for a film. */
export async function partsOfTitle(
  db: Db,
  vid: number,
): Promise<readonly { readonly entity: string; readonly ids: readonly number[] }[]> {
  const rows = await db
    .selectFrom('season')
    .leftJoin('episode', 'episode.season_id', 'season.id')
    .select(['season.id as season', 'episode.id as episode'])
    .where('season.title_id', '=', vid)
    .execute()
  return [
    { entity: seasonEntity, ids: [...new Set(rows.map(({ season }) => season))] },
    { entity: episodeEntity, ids: rows.flatMap(({ episode }) => (episode === null ? [] : [episode])) },
  ]
}
