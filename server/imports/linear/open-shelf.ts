import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import { packagingRows } from '#server/imports/packaging/packaging.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openShelf, type Shelf } from './resolve-titles.ts'

/** The playable titles, by the state of a running Ekran. */
export async function shelfOf(
  db: Db,
  catalogue: Pick<LiveCatalogue, 'now'>,
  isPlayable: (assetId: string) => boolean,
): Promise<Shelf> {
  const files = await packagingRows(db)
  return openShelf(
    catalogue.now().content,
    files.map(({ asset_id, source_path }) => ({ assetId: asset_id, path: source_path })),
    isPlayable,
  )
}
