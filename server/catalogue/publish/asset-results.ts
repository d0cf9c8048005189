import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Stores the real length of a packaged asset, and notifies all processes that it can be played now. */
export async function noteAssetReady(db: Db, assetId: string, durationMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A film without a described length has that of its asset, also once another file is in its place.
    await sql`
      update title set duration_min = greatest(1, round(${durationMs}::numeric / 60000))
      from video_file
      where video_file.title_id = title.id and video_file.asset_id = ${assetId}
        and video_file.episode_id is null and video_file.kind = 'film' and (title.duration_min = 0 or (
          video_file.duration_ms > 0
          and title.duration_min = greatest(1, round(video_file.duration_ms::numeric / 60000))
        ))`.execute(tx)
    await tx
      .updateTable('video_file')
      .set({ duration_ms: Math.round(durationMs) })
      .where('asset_id', '=', assetId)
      .execute()
    await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
  })
}

/**
 * Removes a file that turned out not to be playable, with the episode, season and title that contain nothing else; a season
 * with windows stays, for the file that replaces it. Returns whether anything was removed.
 */
export async function withdrawAsset(db: Db, assetId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const files = await tx
      .deleteFrom('video_file')
      .where('asset_id', '=', assetId)
      .returning(['title_id', 'episode_id'])
      .execute()
    if (files.length === 0) return false
    const titles = [...new Set(files.map((file) => file.title_id))]
    await sql`
      delete from episode using season
      where season.id = episode.season_id and season.title_id = any(${titles}::integer[])
        and not exists (select from video_file where video_file.episode_id = episode.id)`.execute(tx)
    await sql`
      delete from season where title_id = any(${titles}::integer[]) and windows = '[]'::jsonb
        and not exists (select from episode where episode.season_id = season.id)`.execute(tx)
    // A title left without a file must be published again once there is one: its hash is reset.
    await sql`update title set content_hash = '' where id = any(${titles}::integer[])`.execute(tx)
    await sql`
      delete from title where id = any(${titles}::integer[])
        and not exists (select from video_file where video_file.title_id = title.id)`.execute(tx)
    await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
    return true
  })
}
