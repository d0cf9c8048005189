import { specialsSeason } from '#contract/form/constants.ts'
import type { WatchableFile } from './rules.ts'
import type { EpisodeRecord, FileRecord, SeasonRecord, TitleRecord } from '#server/catalogue/catalogue.ts'

/** What the media engine knows of a packaged asset. */
export interface PlayableAsset {
  readonly durationMs: number
  readonly markers?: readonly { readonly kind: 'intro' | 'titles'; readonly beginMs: number }[]
}

/** A film, or an episode with its season. */
export interface TitleFile extends WatchableFile {
  readonly durationMs: number
  /** Where its marked titles begin, seconds; empty where nobody has marked them. */
  readonly titlesBeginSec: readonly number[]
  readonly episode: { readonly season: SeasonRecord; readonly episode: EpisodeRecord } | undefined
}

/** What can be gone on with, in the order it is watched in: not the trailer, which only shows what there is. */
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

/** Whole seconds; 0 when nobody knows. */
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
    // The packaged file's own length, where there is one, is the one the player sees.
    durationMs: asset?.durationMs ?? file.durationMs,
    titlesBeginSec: (asset?.markers ?? [])
      .filter((marker) => marker.kind === 'titles')
      .map((marker) => marker.beginMs / 1000),
    episode,
  }
}
