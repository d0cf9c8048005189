/** The seasons and episodes of a series as the staff sees them. */
import type { Fields } from '#server/changes/changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { TerritoryWindow } from '#server/catalogue/titles/title.ts'
import { type EpisodeText, structureVersion, textVersion } from './edit-episodes.ts'
import type { Place } from './episode-places.ts'
import { windowsVersion } from './edit-part-windows.ts'
import { episodeStates, episodeTexts, furtherOfEpisodes, placeOfField } from './episode-states.ts'
import { seasonStates } from './season-states.ts'
import { readMoreWindows } from './window-rules.ts'

export interface StaffEpisode {
  readonly id: number
  /** To notice the change of another person. */
  readonly version: string
  readonly season: number
  readonly number: number
  /** The last one that its file covers; `number` where it covers one. */
  readonly last: number
  readonly windows: readonly TerritoryWindow[]
  /** To notice the change of another person to its windows. */
  readonly windowsVersion: string
  /** As `2026-11-28`; '' when it is not known. */
  readonly airedOn: string
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

export interface StaffSeason {
  readonly number: number
  /** None: whenever the series is available. */
  readonly windows: readonly TerritoryWindow[]
  /** To notice the change of another person. */
  readonly windowsVersion: string
}

export interface StaffEpisodes {
  /** Of the order. */
  readonly version: string
  /** Those that have episodes, in the order of their numbers. */
  readonly seasons: readonly StaffSeason[]
  readonly episodes: readonly StaffEpisode[]
}

/** In the order of seasons and numbers; undefined when there is no such title. */
export async function listStaffEpisodes(db: Db, vid: number): Promise<StaffEpisodes | undefined> {
  const title = await db
    .selectFrom('title')
    .select('id')
    .where('id', '=', vid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (title === undefined) return undefined
  const states = await episodeStates(db, { vids: [vid] })
  const own = [...states].filter(([, fields]) => fields['_vid'] === vid)
  const further = await furtherOfEpisodes(db, [vid])
  const episodes = own.map(([id, fields]) => episodeOf(id, fields, further.get(id) ?? 0))
  const present = new Set(episodes.map(({ season }) => season))
  const seasons = [...(await seasonStates(db, { vid })).values()].map((fields) => ({
    number: Number(fields['_season']),
    windows: readMoreWindows(fields['windows']),
    windowsVersion: windowsVersion(fields),
  }))
  return {
    version: structureVersion(states, vid),
    seasons: seasons.filter(({ number }) => present.has(number)),
    episodes: episodes.toSorted((one, other) => one.season - other.season || one.number - other.number),
  }
}

function episodeOf(id: number, fields: Fields, further: number): StaffEpisode {
  const text = (name: string) => String(fields[name] ?? '')
  return {
    ...{ id, version: textVersion(fields), source: placeOfField(fields['_source']) },
    ...{ season: Number(fields['season']), number: Number(fields['episode']) },
    last: Number(fields['episode']) + further,
    windows: readMoreWindows(fields['windows']),
    ...{ windowsVersion: windowsVersion(fields), airedOn: text('aired_on') },
    texts: {
      ...{ name_ru: text('name_ru'), name_uz: text('name_uz') },
      ...{ description_ru: text('description_ru'), description_uz: text('description_uz') },
    },
    ...{ assetId: text('_asset'), durationMs: Number(fields['_ms'] ?? 0) },
    isHidden: fields['is_hidden'] === true,
    locked: episodeTexts.filter((name) => fields[`_lock.${name}`] === true),
  }
}
