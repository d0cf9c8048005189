/** Episodes as states of fields: what a set of changes stores of them, and how it is written back. */
import { type Kysely, sql } from 'kysely'
import type { EntityStore, Fields, Json, States } from '#server/changes/changes.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Place } from './episode-places.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'
import { placeEpisodes } from './place-episodes.ts'
import { announceTitles, lockTitles } from './title-states.ts'

/** The name of episodes in sets of changes. */
export const episodeEntity = 'episode'

/** What an edit by hand locks against imports. */
export const episodeTexts = ['name_ru', 'name_uz', 'description_ru', 'description_uz'] as const

const columns = [...episodeTexts, 'still'] as const

/** The states of these episodes, or of all that are in these titles or came from their files. */
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
    .select(['episode.is_hidden', 'episode.locked', 'episode.imported'])
    .select(['source_title', 'source_season', 'source_number', 'episode.windows'])
    .select(['episode.further', 'episode.aired_on'])
  const rows = await (
    'ids' in of
      ? query.where(sql<boolean>`episode.id = any(${of.ids}::integer[])`)
      : query.where(
          sql<boolean>`(title.id = any(${of.vids}::integer[]) or source_title = any(${of.vids}::integer[]))`,
        )
  ).execute()
  return new Map(
    rows.map((row): [number, Fields] => [
      row.id,
      {
        ...{ season: row.season, episode: row.episode },
        ...Object.fromEntries(columns.map((name) => [name, row[name]])),
        // Only where they are not as imported, so that what is created differs in nothing from before they existed.
        ...(row.is_hidden ? { is_hidden: true } : {}),
        ...((row.windows as readonly Json[]).length === 0 ? {} : { windows: row.windows as Json }),
        ...(row.aired_on === null ? {} : { aired_on: row.aired_on }),
        ...(row.further === 0 ? {} : { further: row.further }),
        ...(row.source_title === null || row.source_title === row.vid ? {} : { series: row.vid }),
        _vid: row.vid,
        // The whole place: it is taken back as one, or not at all.
        _place: [row.vid, row.season, row.episode],
        _source: row.source_title === null ? null : [row.source_title, row.source_season, row.source_number],
        _imported: row.imported as Json,
        ...Object.fromEntries(row.locked.map((name) => [`_lock.${name}`, true])),
        _series: row.series_ru || row.series_uz,
        _asset: row.asset_id,
        // The packaging writes it: no change of anybody.
        _ms: row.duration_ms,
      },
    ]),
  )
}

/** How many numbers after its own each episode of these titles covers; those with none are left out. */
export async function furtherOfEpisodes(
  db: Kysely<Database>,
  vids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .select(['episode.id', coveredFurther.as('further')])
    .where('episode.further', '>', 0)
    .where(sql<boolean>`season.title_id = any(${vids}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, further }) => [id, further]))
}

/** `Serial S2E5 Name`, `Serial S2E1–4` of a file with several. */
export function episodeLabel(fields: Fields): string {
  const { _series: series, season, episode, further, name_ru: ru, name_uz: uz } = fields
  const name = ru === '' || ru === undefined ? uz : ru
  const last = further === undefined ? '' : `–${Number(episode) + Number(further)}`
  return [series, `S${String(season)}E${String(episode)}${last}`, name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
}

/** The place in a state's `_place` or `_source`; undefined for none. */
export function placeOfField(value: Json | undefined): Place | undefined {
  if (!Array.isArray(value)) return undefined
  const [vid, season, number] = (value as readonly Json[]).map(Number)
  return { vid: vid ?? 0, season: season ?? 0, number: number ?? 0 }
}

/** Episodes as things whose changes can be taken back. What was packaged of a deleted one stays in the store. */
export const episodeStore: EntityStore = {
  lock: lockTitles,
  read: (tx, ids) => episodeStates(tx, { ids }),
  labelOf: episodeLabel,
  write: async (tx, steps) => {
    const stored = await episodeStates(tx, { ids: [...steps.keys()] })
    const left: (readonly [number, string, Json])[] = []
    for (const [id, fields] of steps) if (fields === null) await deleteEpisode(tx, id)
    const places = new Map<number, Place>()
    for (const [id, fields] of steps) {
      const place = stored.has(id) ? placeOfField(fields?.['_place']) : undefined
      if (place !== undefined) places.set(id, place)
    }
    const blocked = await placeEpisodes(tx, places)
    for (const [id, fields] of steps) {
      const state = stored.get(id)
      if (fields === null) continue
      if (state === undefined) {
        if (!(await restoreEpisode(tx, id, fields))) left.push([id, '', null])
        continue
      }
      const isPlaced = places.has(id) && !blocked.has(id)
      const isMove = ['season', 'episode', 'series'].some((name) => name in fields)
      // Its place is taken, or it was moved again since.
      if (isMove && !isPlaced) left.push([id, 'episode', state['episode'] ?? null])
      await writeEpisodeFields(tx, id, { state, fields, isPlaced })
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
    // Its windows count for episodes that come back.
    .where(sql<boolean>`windows = '[]'::jsonb`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('episode').select('id').where('season_id', '=', gone.season_id))),
    )
    .execute()
}

/** Writes fields of an episode that is there; where its file says it belongs only with its place. */
export async function writeEpisodeFields(
  tx: DbTransaction,
  id: number,
  step: { readonly state: Fields; readonly fields: Fields; readonly isPlaced: boolean },
): Promise<void> {
  const { state, fields, isPlaced } = step
  const isLocked = (name: string) => (`_lock.${name}` in fields ? fields : state)[`_lock.${name}`] === true
  const source = isPlaced && '_source' in fields ? sourceColumns(fields['_source']) : {}
  await tx
    .updateTable('episode')
    .set({
      ...Object.fromEntries(columns.filter((name) => name in fields).map((name) => [name, fields[name]])),
      ...('is_hidden' in fields ? { is_hidden: fields['is_hidden'] === true } : {}),
      ...('windows' in fields ? { windows: JSON.stringify(fields['windows'] ?? []) } : {}),
      ...('aired_on' in fields ? { aired_on: dateOf(fields['aired_on']) } : {}),
      ...('further' in fields ? { further: Number(fields['further'] ?? 0) } : {}),
      ...('_imported' in fields ? { imported: JSON.stringify(fields['_imported'] ?? {}) } : {}),
      ...source,
      locked: episodeTexts.filter(isLocked),
    })
    .where('id', '=', id)
    .execute()
}

function dateOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Where the file of an episode says it belongs, as columns. */
function sourceColumns(value: Json | undefined) {
  const source = placeOfField(value)
  return {
    source_title: source?.vid ?? null,
    source_season: source?.season ?? null,
    source_number: source?.number ?? null,
  }
}

/** Stores where the files of these episodes say they belong; null: where they are. */
export async function writeSources(
  tx: DbTransaction,
  sources: ReadonlyMap<number, Place | null>,
): Promise<void> {
  const all = [...sources]
  await sql`
    update episode set source_title = one.vid, source_season = one.season, source_number = one.number
    from unnest(
      ${all.map(([id]) => id)}::integer[], ${all.map(([, place]) => place?.vid ?? null)}::integer[],
      ${all.map(([, place]) => place?.season ?? null)}::smallint[],
      ${all.map(([, place]) => place?.number ?? null)}::smallint[]
    ) as one (id, vid, season, number)
    where episode.id = one.id`.execute(tx)
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
      ...{ is_hidden: fields['is_hidden'] === true, imported: JSON.stringify(fields['_imported'] ?? {}) },
      locked: episodeTexts.filter((name) => fields[`_lock.${name}`] === true),
      ...{ windows: JSON.stringify(fields['windows'] ?? []), further: Number(fields['further'] ?? 0) },
      aired_on: dateOf(fields['aired_on']),
      ...sourceColumns(fields['_source']),
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
