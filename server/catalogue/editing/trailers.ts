/** Files that may be the trailer of a title. */
import type { Db } from '#server/platform/database/database.ts'

/** A trailer plays for everybody without a subscription: a longer file would give a film away. */
export const maxTrailerMs = 10 * 60_000
const maxFiles = 50

export interface TrailerFile {
  readonly assetId: string
  readonly durationMs: number
  readonly nameRu: string
  readonly nameUz: string
  readonly isOwn: boolean
}

/** Packaged files that are short enough, those of the title first; `text`: a part of the name of their title. */
export async function listTrailerFiles(db: Db, vid: number, text: string): Promise<readonly TrailerFile[]> {
  const like = `%${text.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const rows = await db
    .selectFrom('video_file')
    .innerJoin('title', 'title.id', 'video_file.title_id')
    .select(['asset_id', 'duration_ms', 'title_id', 'name_ru', 'name_uz', 'name_original'])
    .where('title.deleted_at', 'is', null)
    .where('duration_ms', '>', 0)
    .where('duration_ms', '<=', maxTrailerMs)
    .where((on) =>
      on.or([
        on('title_id', '=', vid),
        on.and([on.or([on('name_ru', 'ilike', like), on('name_uz', 'ilike', like)])]),
      ]),
    )
    .orderBy((on) => on('title_id', '=', vid), 'desc')
    .orderBy('title.added_at', 'desc')
    .orderBy('video_file.id')
    .limit(maxFiles)
    .execute()
  const files = rows.map((row) => ({
    ...{ assetId: row.asset_id, durationMs: row.duration_ms, isOwn: row.title_id === vid },
    ...{ nameRu: row.name_ru || row.name_original, nameUz: row.name_uz || row.name_original },
  }))
  return [...new Map(files.toReversed().map((file) => [file.assetId, file])).values()].toReversed()
}
