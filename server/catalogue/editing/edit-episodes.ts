/** Episodes by hand: moved, edited, hidden. Each change is a set that can be taken back, and imports leave it. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type Fields,
  type Json,
  type States,
  diffStates,
  listChanges,
  recordChange,
} from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { TitleAuthor } from './edit-titles.ts'
import { type MoveTarget, type Place, isSamePlace, planMove } from './episode-places.ts'
import {
  episodeEntity,
  episodeLabel,
  episodeStates,
  episodeTexts,
  furtherOfEpisodes,
  placeOfField,
  writeEpisodeFields,
  writeSources,
} from './episode-states.ts'
import { placeEpisodes } from './place-episodes.ts'
import { announceTitles, lockTitles } from './title-states.ts'

export type EpisodesChanged =
  | {
      readonly kind: 'changed'
      /** 0 when nothing differed. */
      readonly changeId: number
      readonly changed: number
    }
  /** An episode is gone or in another series; the title to move to is gone or a film; a number would be too high. */
  | { readonly kind: 'not_found' | 'no_series' | 'full' }
  /** Somebody changed it since; '' is the command line. */
  | { readonly kind: 'changed_since'; readonly who: string }

type Refused = Exclude<EpisodesChanged, { readonly kind: 'changed' }>

/** What the viewers' positions do when files get into another series: called in the transaction, with the episodes. */
export type FollowEpisodes = (tx: DbTransaction, episodeIds: readonly number[]) => Promise<void>

/** Whose act it is, and what follows it. */
export interface EpisodeAuthor extends TitleAuthor {
  readonly follow: FollowEpisodes
}

export type EpisodeText = (typeof episodeTexts)[number]

/** Differs when the order of a series does: what was shown is compared with what is there. */
export function structureVersion(states: States, vid: number): string {
  const rows = [...states].filter(([, fields]) => fields['_vid'] === vid)
  return hashOf(rows.map(([id, { season, episode }]) => [id, season, episode].join(' ')).toSorted())
}

/** Differs when the texts of an episode do. */
export function textVersion(fields: Fields): string {
  return hashOf(episodeTexts.map((name) => fields[name] ?? null))
}

function hashOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}

export interface EpisodeMove {
  readonly vid: number
  /** The one that was shown; undefined at the command line. */
  readonly version: string | undefined
  /** In their new order. */
  readonly ids: readonly number[]
  readonly target: MoveTarget
}

/** Moves episodes of a series; others make room (`planMove`). Their files, positions and marks follow. */
export async function moveEpisodes(
  db: Db,
  { vid, version, ids, target }: EpisodeMove,
  who: EpisodeAuthor,
): Promise<EpisodesChanged> {
  return changing(db, { title: 'episode_move', vids: [vid, target.vid] }, who, async (tx, states) => {
    const isOwn = ids.every((id) => states.get(id)?.['_vid'] === vid)
    if (!isOwn || ids.length === 0) return { kind: 'not_found' }
    if (!(await isSeries(tx, target.vid))) return { kind: 'no_series' }
    if (version !== undefined && version !== structureVersion(states, vid)) return changedSince(tx, states)
    const further = await furtherOfEpisodes(tx, [vid, target.vid])
    const episodes = [...states].flatMap(([id, fields]) => {
      const place = placeOfField(fields['_place'])
      return place === undefined || ![vid, target.vid].includes(place.vid)
        ? []
        : [{ id, ...place, further: further.get(id) ?? 0 }]
    })
    const places = planMove(episodes, [...new Set(ids)], target)
    if (places === undefined) return { kind: 'full' }
    await movePlaces(tx, states, places)
    return undefined
  })
}

/** Puts the episodes that came from files of this series, and are in it, where the files say. */
export async function numberAsFiles(
  db: Db,
  { vid, version }: Pick<EpisodeMove, 'vid' | 'version'>,
  who: EpisodeAuthor,
): Promise<EpisodesChanged> {
  return changing(db, { title: 'episode_move', vids: [vid] }, who, async (tx, states) => {
    if (!(await isSeries(tx, vid))) return { kind: 'not_found' }
    if (version !== undefined && version !== structureVersion(states, vid)) return changedSince(tx, states)
    const places = new Map<number, Place>()
    for (const [id, fields] of states) {
      const source = placeOfField(fields['_source'])
      if (fields['_vid'] === vid && source?.vid === vid) places.set(id, source)
    }
    await movePlaces(tx, states, places)
    return undefined
  })
}

/**
 * Puts episodes into places, as far as no other one has them, and remembers where their files say. Returns those that
 * stay.
 */
export async function movePlaces(
  tx: DbTransaction,
  states: States,
  places: ReadonlyMap<number, Place>,
): Promise<ReadonlySet<number>> {
  const blocked = await placeEpisodes(tx, places)
  const sources = new Map<number, Place | null>()
  for (const [id, place] of places) {
    const fields = states.get(id)
    const source = placeOfField(fields?.['_source'] ?? fields?.['_place'])
    if (source === undefined || blocked.has(id)) continue
    sources.set(id, isSamePlace(source, place) ? null : source)
  }
  await writeSources(tx, sources)
  return blocked
}

export interface EpisodeEdit {
  readonly vid: number
  readonly id: number
  /** The one that was shown; undefined at the command line. */
  readonly version: string | undefined
  /** One that is absent stays. */
  readonly texts: Partial<Readonly<Record<EpisodeText, string>>>
}

/** Sets texts of an episode; what differs is locked against imports. */
export async function editEpisode(
  db: Db,
  { vid, id, version, texts }: EpisodeEdit,
  who: EpisodeAuthor,
): Promise<EpisodesChanged> {
  return changing(db, { title: 'episode', vids: [vid] }, who, async (tx, states) => {
    const state = states.get(id)
    if (state === undefined || state['_vid'] !== vid) return { kind: 'not_found' }
    if (version !== undefined && version !== textVersion(state))
      return changedSince(tx, new Map([[id, state]]))
    const fields = editedTexts(state, texts)
    if (Object.keys(fields).length === 0) return undefined
    await writeEpisodeFields(tx, id, { state, fields, isPlaced: false })
    return undefined
  })
}

/** The fields that texts by hand change: those that differ, locked against imports. Empty when none does. */
export function editedTexts(state: Fields, texts: EpisodeEdit['texts']): Fields {
  const differing = episodeTexts.filter((name) => texts[name] !== undefined && texts[name] !== state[name])
  if (differing.length === 0) return {}
  const fresh = differing.filter((name) => state[`_lock.${name}`] !== true)
  return {
    ...Object.fromEntries(differing.map((name) => [name, texts[name] ?? ''])),
    ...Object.fromEntries(differing.map((name) => [`_lock.${name}`, true])),
    // What it was until then is what imports say of it.
    _imported: {
      ...(state['_imported'] as Fields),
      ...Object.fromEntries(fresh.map((name) => [name, state[name] ?? ''])),
    },
  }
}

/** Gives the texts of an episode back to imports: each takes the value of the last one. */
export async function releaseEpisode(
  db: Db,
  { vid, id }: Pick<EpisodeEdit, 'vid' | 'id'>,
  who: EpisodeAuthor,
): Promise<EpisodesChanged> {
  return changing(db, { title: 'release', vids: [vid] }, who, async (tx, states) => {
    const state = states.get(id)
    if (state === undefined || state['_vid'] !== vid) return { kind: 'not_found' }
    const imported = state['_imported'] as Fields
    const locked = episodeTexts.filter((name) => state[`_lock.${name}`] === true)
    const fields = Object.fromEntries(
      locked.flatMap((name) => [
        [name, imported[name] ?? state[name] ?? ''] as const,
        [`_lock.${name}`, null] as const,
      ]),
    )
    await writeEpisodeFields(tx, id, { state, fields, isPlaced: false })
    return undefined
  })
}

/** Takes episodes from viewers, or shows them again; no import changes it. */
export async function hideEpisodes(
  db: Db,
  {
    vid,
    ids,
    isHidden,
  }: { readonly vid: number; readonly ids: readonly number[]; readonly isHidden: boolean },
  who: EpisodeAuthor,
): Promise<EpisodesChanged> {
  return changing(db, { title: 'episode_hidden', vids: [vid] }, who, async (tx, states) => {
    if (ids.some((id) => states.get(id)?.['_vid'] !== vid)) return { kind: 'not_found' }
    await tx
      .updateTable('episode')
      .set({ is_hidden: isHidden })
      .where(sql<boolean>`id = any(${ids}::integer[])`)
      .execute()
    return undefined
  })
}

async function changing(
  db: Db,
  { title, vids }: { readonly title: string; readonly vids: readonly number[] },
  { by, nowMs, follow }: EpisodeAuthor,
  change: (tx: DbTransaction, states: States) => Promise<Refused | undefined>,
): Promise<EpisodesChanged> {
  return db.transaction().execute(async (tx): Promise<EpisodesChanged> => {
    await lockTitles(tx)
    const before = await episodeStates(tx, { vids })
    const refused = await change(tx, before)
    // Whatever is refused is so before anything is written.
    if (refused !== undefined) return refused
    const ids = [...before.keys()]
    const entries = diffStates(episodeEntity, before, await episodeStates(tx, { ids }), episodeLabel)
    const changed = entries.map(({ entityId }) => entityId)
    await follow(tx, changed)
    const changeId = await recordChange(tx, { kind: 'edit', section: 'films', title, by, nowMs, entries })
    if (changeId > 0) await announceTitles(tx)
    return { kind: 'changed', changeId, changed: changed.length }
  })
}

async function changedSince(tx: DbTransaction, states: States): Promise<Refused> {
  const [last] = await listChanges(tx, { entity: episodeEntity, entityIds: [...states.keys()], limit: 1 })
  return { kind: 'changed_since', who: last?.staffName ?? '' }
}

async function isSeries(tx: DbTransaction, vid: number): Promise<boolean> {
  const row = await tx
    .selectFrom('title')
    .select('is_series')
    .where('id', '=', vid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.is_series === true
}

/** The files of these episodes, each with the series that it is in. */
export async function filesOfEpisodes(
  tx: DbTransaction,
  episodeIds: readonly number[],
): Promise<readonly { readonly vfid: number; readonly vid: number }[]> {
  return tx
    .selectFrom('video_file')
    .select(['id as vfid', 'title_id as vid'])
    .where(sql<boolean>`episode_id = any(${episodeIds}::integer[])`)
    .execute()
}
