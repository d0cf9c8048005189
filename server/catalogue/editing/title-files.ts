/** The files of a title as the staff sees them, of hidden titles too. */
import type { Db } from '#server/platform/database/database.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'

/** More than any series has. */
const maxFiles = 2000

export interface TitleFile {
  readonly assetId: string
  readonly kind: 'film' | 'episode' | 'trailer'
  /** 0 for what is no episode. */
  readonly season: number
  readonly episode: number
  /** The last one that the file covers; `episode` where it covers one. */
  readonly lastEpisode: number
  /** 0 until it is packaged. */
  readonly durationMs: number
}

/** The film, then the episodes in their order, then trailers; undefined when there is no such title. */
export async function listTitleFiles(db: Db, vid: number): Promise<readonly TitleFile[] | undefined> {
  const title = await db
    .selectFrom('title')
    .select('id')
    .where('id', '=', vid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (title === undefined) return undefined
  const rows = await db
    .selectFrom('video_file')
    .leftJoin('episode', 'episode.id', 'video_file.episode_id')
    .leftJoin('season', 'season.id', 'episode.season_id')
    .select(['asset_id', 'kind', 'duration_ms', 'season.number as season', 'episode.number as episode'])
    .select(coveredFurther.as('further'))
    .where('video_file.title_id', '=', vid)
    .orderBy('kind')
    .orderBy('season.number')
    .orderBy('episode.number')
    .orderBy('video_file.id')
    .limit(maxFiles)
    .execute()
  return rows.map((row) => ({
    assetId: row.asset_id,
    kind: row.kind === 'film' && row.episode !== null ? 'episode' : row.kind,
    season: row.season ?? 0,
    episode: row.episode ?? 0,
    lastEpisode: (row.episode ?? 0) + (row.further ?? 0),
    durationMs: row.duration_ms,
  }))
}
