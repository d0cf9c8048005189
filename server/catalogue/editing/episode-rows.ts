/** Episodes as rows of a table, and many of them changed as one set, with the windows of their seasons. */
import { sql } from 'kysely'
import {
  type EntryOfChange,
  type Fields,
  type Json,
  type States,
  diffStates,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type EpisodeAuthor, editedTexts, movePlaces } from './edit-episodes.ts'
import { blockedMoves } from './blocked-moves.ts'
import type { Place } from './episode-places.ts'
import { episodeEntity, episodeLabel, episodeStates, episodeTexts, placeOfField } from './episode-states.ts'
import { episodesInPlaces } from './place-episodes.ts'
import { seasonEntity, seasonLabel, seasonStates, writeSeasonWindows } from './season-states.ts'
import { announceTitles, lockTitles } from './title-states.ts'
import { coveredFurther } from '#server/catalogue/titles/covered-numbers.ts'

/** An episode with what a table shows of it. */
export interface EpisodeRowFields {
  readonly vid: number
  readonly series: string
  readonly season: number
  readonly number: number
  /** The last number that its file covers. */
  readonly last: number
  readonly seasonId: number
  readonly seasonWindows: Json
  /** As in sets of changes. */
  readonly fields: Fields
}

/** The numbers of all episodes, in the order of series, seasons and numbers. */
export async function episodeNumbers(db: Db): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .innerJoin('title', 'title.id', 'season.title_id')
    .select('episode.id')
    .where('title.deleted_at', 'is', null)
    .orderBy('title.id')
    .orderBy('season.number')
    .orderBy('episode.number')
    .execute()
  return rows.map(({ id }) => id)
}

/** The moves within these series that cannot be made, each with the episode that has the place (`blockedMoves`). */
export async function movesOntoOthers(
  db: Db,
  places: ReadonlyMap<number, Place>,
): Promise<ReadonlyMap<number, number>> {
  const vids = [...new Set([...places.values()].map(({ vid }) => vid))]
  return blockedMoves(await episodesInPlaces(db, { vids, ids: [] }), places)
}

/** These episodes; those of deleted series are left out. */
export async function loadEpisodeRows(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EpisodeRowFields>> {
  const states = await episodeStates(db, { ids })
  const seasons = await db
    .selectFrom('episode')
    .innerJoin('season', 'season.id', 'episode.season_id')
    .innerJoin('title', 'title.id', 'season.title_id')
    .select(['episode.id', 'season.id as season_id', 'season.windows', coveredFurther.as('further')])
    .where(sql<boolean>`episode.id = any(${ids}::integer[])`)
    .where('title.deleted_at', 'is', null)
    .execute()
  const seasonOf = new Map(seasons.map((row) => [row.id, row]))
  return new Map(
    [...states].flatMap(([id, fields]): readonly (readonly [number, EpisodeRowFields])[] => {
      const season = seasonOf.get(id)
      if (season === undefined) return []
      const number = Number(fields['episode'])
      const row = {
        ...{
          vid: Number(fields['_vid']),
          series: String(fields['_series']),
          season: Number(fields['season']),
        },
        ...{ number, last: number + season.further, fields },
        ...{ seasonId: season.season_id, seasonWindows: season.windows as Json },
      }
      return [[id, row]]
    }),
  )
}

export interface EpisodeRowChanges {
  /** By episode: texts, `season`, `episode`, `windows`, `aired_on`, `is_hidden`; one that is absent stays. */
  readonly edits: States
  /** The windows of seasons by their ids. */
  readonly seasons: ReadonlyMap<number, Json>
}

const rowsAtOnce = 500

/**
 * Changes episodes within a transaction. Texts that differ are locked against imports; an episode whose place another
 * one has stays where it is. Refused when an episode or a season is gone.
 */
export async function changeEpisodeRows(
  tx: DbTransaction,
  { edits, seasons }: EpisodeRowChanges,
  who: EpisodeAuthor & { readonly title: string },
): Promise<
  | {
      readonly kind: 'changed'
      readonly changeId: number
      readonly changed: number
      /** Those that stay where they are. */
      readonly left: number
    }
  | { readonly kind: 'refused' }
> {
  await lockTitles(tx)
  const before = await statesOf(tx, [...edits.keys()])
  if ([...edits.keys()].some((id) => !before.has(id))) return { kind: 'refused' }
  const left = await movePlaces(tx, before, placesOf(edits, before))
  const all = [...edits]
  for (let at = 0; at < all.length; at += rowsAtOnce)
    await writeSome(tx, all.slice(at, at + rowsAtOnce), before)
  const after = await statesOf(tx, [...edits.keys()])
  const entries = [...diffStates(episodeEntity, before, after, episodeLabel)]
  const changed = entries.length
  await who.follow(
    tx,
    entries.map(({ entityId }) => entityId),
  )
  const windows = await writeSeasons(tx, seasons)
  if (windows === undefined) return { kind: 'refused' }
  entries.push(...windows)
  const { title, by, nowMs } = who
  const changeId = await recordChange(tx, { kind: 'import', section: 'films', title, by, nowMs, entries })
  if (changeId > 0) await announceTitles(tx)
  return { kind: 'changed', changeId, changed: changed + windows.length, left: left.size }
}

async function statesOf(tx: DbTransaction, ids: readonly number[]): Promise<States> {
  const states = new Map<number, Fields>()
  for (let at = 0; at < ids.length; at += rowsAtOnce)
    for (const [id, fields] of await episodeStates(tx, { ids: ids.slice(at, at + rowsAtOnce) }))
      states.set(id, fields)
  return states
}

function placesOf(edits: States, states: States): ReadonlyMap<number, Place> {
  return new Map(
    [...edits].flatMap(([id, edit]) => {
      const place = placeOfField(states.get(id)?.['_place'])
      if (place === undefined || !('season' in edit || 'episode' in edit)) return []
      const [season, number] = [edit['season'] ?? place.season, edit['episode'] ?? place.number]
      return [[id, { vid: place.vid, season: Number(season), number: Number(number) }] as const]
    }),
  )
}

/** Undefined when a season is gone. */
async function writeSeasons(
  tx: DbTransaction,
  seasons: ReadonlyMap<number, Json>,
): Promise<readonly EntryOfChange[] | undefined> {
  const ids = [...seasons.keys()]
  const before = await seasonStates(tx, { ids })
  if (ids.some((id) => !before.has(id))) return undefined
  for (const [id, windows] of seasons) await writeSeasonWindows(tx, id, windows)
  return diffStates(seasonEntity, before, await seasonStates(tx, { ids }), seasonLabel)
}

/** One statement for many episodes: a table may have tens of thousands. */
async function writeSome(
  tx: DbTransaction,
  some: readonly (readonly [number, Fields])[],
  states: States,
): Promise<void> {
  const rows = some.map(([id, edit]) => {
    const state = states.get(id) ?? {}
    const texts = Object.fromEntries(
      episodeTexts.flatMap((name) => (typeof edit[name] === 'string' ? [[name, edit[name]] as const] : [])),
    )
    const next = { ...state, ...editedTexts(state, texts), ...edit }
    return {
      id,
      ...Object.fromEntries(episodeTexts.map((name) => [name, next[name] ?? ''])),
      locked: episodeTexts.filter((name) => next[`_lock.${name}`] === true),
      imported: next['_imported'] ?? {},
      ...{ is_hidden: next['is_hidden'] === true, windows: next['windows'] ?? [] },
      aired_on: next['aired_on'] || null,
    }
  })
  await sql`
    update episode set name_ru = one.name_ru, name_uz = one.name_uz, description_ru = one.description_ru,
      description_uz = one.description_uz, imported = one.imported, is_hidden = one.is_hidden,
      windows = one.windows, aired_on = one.aired_on,
      locked = array(select jsonb_array_elements_text(one.locked))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (
      id integer, name_ru text, name_uz text, description_ru text, description_uz text, locked jsonb,
      imported jsonb, is_hidden boolean, windows jsonb, aired_on date
    )
    where episode.id = one.id`.execute(tx)
}
