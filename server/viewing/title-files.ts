import { specialsSeason } from '#contract/form/constants.ts'
import type { WatchableFile } from './rules.ts'
import type { EpisodeRecord, FileRecord, SeasonRecord, TitleRecord } from '#server/catalogue/catalogue.ts'

/** The media engine's facts of a packaged asset. */
export interface PlayableAsset {
  readonly durationMs: number
  readonly markers?: readonly { readonly kind: 'intro' | 'titles'; readonly beginMs: number }[]
}

/** A film, or an episode with its season. */
export interface TitleFile extends WatchableFile {
  readonly durationMs: number
  /** Where its marked end titles begin, seconds; empty when not marked. */
  readonly titlesBeginSec: readonly number[]
  readonly episode: { readonly season: SeasonRecord; readonly episode: EpisodeRecord } | undefined
}

/** The files that can be continued, in viewing order: without the trailer. */
export function watchableFiles(
  title: TitleRecord,
  assetOf: (assetId: string) => PlayableAsset | undefined,
): readonly TitleFile[] {
  const films = title.files.filter((file) => file.kind === 'film')
  const episodes = title.seasons.flatMap((season) =>
    season.episodes.map((episode) => fileOf(episode.file, assetOf, { season, episode })),
  )
  return [...films.map((file) => fileOf(file, assetOf, undefined)), ...episodes]
}

/** Whole seconds; 0 when unknown. */
export function lengthSec(file: Pick<TitleFile, 'durationMs'>): number {
  return Math.round(file.durationMs / 1000)
}

function fileOf(
  file: FileRecord,
  assetOf: (assetId: string) => PlayableAsset | undefined,
  episode: TitleFile['episode'],
): TitleFile {
  const asset = assetOf(file.assetId)
  return {
    vfid: file.vfid,
    isReady: asset !== undefined,
    isSpecial: episode?.season.number === specialsSeason,
    // The packaged file's own length, where there is one, is the length the player sees.
    durationMs: asset?.durationMs ?? file.durationMs,
    titlesBeginSec: (asset?.markers ?? [])
      .filter((marker) => marker.kind === 'titles')
      .map((marker) => marker.beginMs / 1000),
    episode,
  }
}
