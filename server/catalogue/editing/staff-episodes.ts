/** The seasons and episodes of a series as the staff sees them. */
import type { Fields } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type EpisodeText, structureVersion, textVersion } from './edit-episodes.ts'
import type { Place } from './episode-places.ts'
import { episodeStates, episodeTexts, placeOfField } from './episode-states.ts'

export interface StaffEpisode {
  readonly id: number
  /** To notice the change of another person. */
  readonly version: string
  readonly season: number
  readonly number: number
  readonly texts: Readonly<Record<EpisodeText, string>>
  /** '' without a file. */
  readonly assetId: string
  /** 0 until it is packaged. */
  readonly durationMs: number
  readonly isHidden: boolean
  /** Texts that imports leave. */
  readonly locked: readonly EpisodeText[]
  /** The place that its file says, where it is at another one. */
  readonly source: Place | undefined
}

/** In the order of seasons and numbers; undefined when there is no such title. `version`: of the order. */
export async function listStaffEpisodes(
  db: Db,
  vid: number,
): Promise<{ readonly version: string; readonly episodes: readonly StaffEpisode[] } | undefined> {
  const title = await db
    .selectFrom('title')
    .select('id')
    .where('id', '=', vid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (title === undefined) return undefined
  const states = await episodeStates(db, { vids: [vid] })
  const episodes = [...states].filter(([, fields]) => fields['_vid'] === vid).map(episodeOf)
  return {
    version: structureVersion(states, vid),
    episodes: episodes.toSorted((one, other) => one.season - other.season || one.number - other.number),
  }
}

function episodeOf([id, fields]: readonly [number, Fields]): StaffEpisode {
  const text = (name: string) => String(fields[name] ?? '')
  return {
    ...{ id, version: textVersion(fields), source: placeOfField(fields['_source']) },
    ...{ season: Number(fields['season']), number: Number(fields['episode']) },
    texts: {
      ...{ name_ru: text('name_ru'), name_uz: text('name_uz') },
      ...{ description_ru: text('description_ru'), description_uz: text('description_uz') },
    },
    ...{ assetId: text('_asset'), durationMs: Number(fields['_ms'] ?? 0) },
    isHidden: fields['is_hidden'] === true,
    locked: episodeTexts.filter((name) => fields[`_lock.${name}`] === true),
  }
}
