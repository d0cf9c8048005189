import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Sets the missing pictures of the title whose film or episode this asset is, by their versions; existing ones stay.
 * An episode takes the wide one, and its series too when it has none.
 */
export async function givePictures(
  db: Db,
  assetId: string,
  versions: { readonly upright: string; readonly wide: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      update title set changed_at = now(),
        poster = case when 'poster' = any(title.locked) then title.poster
          else coalesce(title.poster, ${versions.upright}) end,
        backdrop = case when 'backdrop' = any(title.locked) then title.backdrop
          else coalesce(title.backdrop, ${versions.wide}) end
      from video_file
      where video_file.title_id = title.id and video_file.asset_id = ${assetId} and video_file.kind = 'film'
        and (title.poster is null or title.backdrop is null)`.execute(tx)
    await sql`
      update episode set still = ${versions.wide}
      from video_file
      where video_file.episode_id = episode.id and video_file.asset_id = ${assetId}
        and episode.still is null`.execute(tx)
    await sql`select pg_notify('catalogue_changed', '')`.execute(tx)
  })
}
