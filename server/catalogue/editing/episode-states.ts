/** Episodes as states of fields: what an import of a folder changes of a series that is there already. */
import type { Kysely } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { announceTitles, lockTitles } from './title-states.ts'

/** The name of episodes in sets of changes. */
export const episodeEntity = 'episode'

const columns = ['name_ru', 'name_uz', 'description_ru', 'description_uz', 'still'] as const

/** The states of these episodes, or of all episodes of these titles. */
export async function episodeStates(
  db: Kysely<Database>,
  of: { readonly ids: readonly number[] } | { readonly vids: readonly number[] },
): Promise<States> {
  const query = db
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .innerJoin('title', 'title.id', 'season.title_id')
    .leftJoin('video_file', 'video_file.episode_id', 'episode.id')
    .select(['episode.id', 'episode.number as episode', 'season.number as season', 'title.id as vid'])
    .select(['episode.name_ru', 'episode.name_uz', 'episode.description_ru', 'episode.description_uz'])
    .select(['episode.still', 'video_file.asset_id', 'video_file.duration_ms'])
    .select(['title.name_ru as series_ru', 'title.name_uz as series_uz'])
  const rows = await (
    'ids' in of
      ? query.where('episode.id', 'in', [0, ...of.ids])
      : query.where('title.id', 'in', [0, ...of.vids])
  ).execute()
  return new Map(
    rows.map((row): [number, Fields] => [
      row.id,
      {
        ...{ season: row.season, episode: row.episode },
        ...Object.fromEntries(columns.map((name) => [name, row[name]])),
        _vid: row.vid,
        _series: row.series_ru || row.series_uz,
        _asset: row.asset_id,
        // The packaging writes it: no change of anybody.
        _ms: row.duration_ms,
      },
    ]),
  )
}

/** `Serial S2E5 Name`. */
export function episodeLabel(fields: Fields): string {
  const { _series: series, season, episode, name_ru: ru, name_uz: uz } = fields
  const name = ru === '' || ru === undefined ? uz : ru
  return [series, `S${String(season)}E${String(episode)}`, name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
}

/** Episodes as things whose changes can be taken back. What was packaged of a deleted one stays in the store. */
export const episodeStore: EntityStore = {
  lock: lockTitles,
  read: (tx, ids) => episodeStates(tx, { ids }),
  labelOf: episodeLabel,
  write: async (tx, steps) => {
    const stored = await episodeStates(tx, { ids: [...steps.keys()] })
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) {
      if (fields === null) await deleteEpisode(tx, id)
      else if (stored.has(id)) await updateEpisode(tx, id, fields)
      else if (!(await restoreEpisode(tx, id, fields))) left.push([id, '', null])
    }
    await announceTitles(tx)
    return left
  },
}

async function deleteEpisode(tx: DbTransaction, id: number): Promise<void> {
  const gone = await tx.deleteFrom('episode').where('id', '=', id).returning('season_id').executeTakeFirst()
  if (gone === undefined) return
  await tx
    .deleteFrom('season')
    .where('id', '=', gone.season_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('episode').select('id').where('season_id', '=', gone.season_id))),
    )
    .execute()
}

async function updateEpisode(tx: DbTransaction, id: number, fields: Fields): Promise<void> {
  const values = Object.fromEntries(
    columns.filter((name) => name in fields).map((name) => [name, fields[name]]),
  )
  if (Object.keys(values).length > 0)
    await tx.updateTable('episode').set(values).where('id', '=', id).execute()
}

/** False when its place is taken, or its series is gone. */
async function restoreEpisode(tx: DbTransaction, id: number, fields: Fields): Promise<boolean> {
  const { _vid: vid, _asset: asset, _ms: ms, season, episode } = fields
  const title = await tx.selectFrom('title').select('id').where('id', '=', Number(vid)).executeTakeFirst()
  if (title === undefined) return false
  const { id: seasonId } = await tx
    .insertInto('season')
    .values({ title_id: title.id, number: Number(season), name_ru: '', name_uz: '' })
    .onConflict((conflict) =>
      conflict.columns(['title_id', 'number']).doUpdateSet({ number: Number(season) }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = (name: (typeof columns)[number]) => String(fields[name] ?? '')
  const made = await tx
    .insertInto('episode')
    .values({
      ...{ id, season_id: seasonId, number: Number(episode) },
      ...{ name_ru: text('name_ru'), name_uz: text('name_uz') },
      ...{ description_ru: text('description_ru'), description_uz: text('description_uz') },
      still: typeof fields['still'] === 'string' ? fields['still'] : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) return false
  if (typeof asset === 'string')
    await tx
      .insertInto('video_file')
      .values({
        ...{ title_id: title.id, episode_id: id, kind: 'film', asset_id: asset },
        duration_ms: Number(ms ?? 0),
      })
      .execute()
  return true
}
