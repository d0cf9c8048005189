import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import type { Db } from '#server/platform/database/database.ts'
import { indexPlayables, type Playables } from './resolve-titles.ts'

/** The playable titles of a running Ekran. */
export async function loadPlayables(
  db: Db,
  catalogue: Pick<LiveCatalogue, 'now'>,
  isPlayable: (assetId: string) => boolean,
): Promise<Playables> {
  const files = await packagingRows(db)
  return indexPlayables(
    catalogue.now().content,
    files.map(({ asset_id, source_path }) => ({ assetId: asset_id, path: source_path })),
    isPlayable,
  )
}
