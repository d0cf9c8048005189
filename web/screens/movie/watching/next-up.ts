/** What the one button of a title does, from what is known of its watching. */
import { specialsSeason } from '#contract/form/constants.ts'
import type { Episode, Season } from '#contract/films/films.ts'
import { resumeFromSec, type ResumePosition } from '#player/core/playback/resume.ts'

/** The file to go on with: the server's word, unless something newer was watched here and could not be told yet. */
export function nextFile(
  reported: number | null,
  untold: readonly ResumePosition[],
  places: readonly ResumePosition[],
): number | null {
  const newest = places.reduce<ResumePosition | null>(
    (best, place) => (best === null || place.atSec > best.atSec ? place : best),
    null,
  )
  const isUntold = newest !== null && untold.some((place) => place.vfid === newest.vfid)
  return isUntold && !newest.isFinished ? newest.vfid : reported
}

/**
 * Where the next episode is looked for after the last of a season, one after the other: a season may hold nothing that
 * can be played yet, and a number may be missing. Specials follow nothing, and nothing follows them.
 */
export function seasonsAfter<One extends Pick<Season, 'number' | 'episode_count'>>(
  seasons: readonly One[],
  number: number,
): readonly One[] {
  if (number === specialsSeason) return []
  return seasons
    .filter((season) => season.number > number && season.episode_count > 0)
    .toSorted((one, other) => one.number - other.number)
}

/** The first that can be played behind an episode, or of the whole list when that is not in it. */
export function episodeAfter<One extends Pick<Episode, 'vfid' | 'is_ready'>>(
  list: readonly One[],
  vfid: number | null,
): One | null {
  const at = list.findIndex((one) => one.vfid === vfid)
  return list.slice(at + 1).find((one) => one.is_ready === 1) ?? null
}

/** How much of a file has been watched, 0 to 1. */
export function watchedPart(place: ResumePosition | undefined, durationSec: number): number {
  if (place === undefined) return 0
  if (place.isFinished) return 1
  return durationSec <= 0 ? 0 : Math.min(1, place.sec / durationSec)
}

export type Beginning =
  | { readonly kind: 'watch' }
  | { readonly kind: 'again' }
  | { readonly kind: 'goOn'; readonly sec: number; readonly leftSec: number }

/** Whether a file is begun, gone on with, or watched once more. */
export function beginningOf(place: ResumePosition | undefined, durationSec: number): Beginning {
  if (place?.isFinished === true) return { kind: 'again' }
  const sec = resumeFromSec(place)
  return sec === 0 ? { kind: 'watch' } : { kind: 'goOn', sec, leftSec: Math.max(0, durationSec - sec) }
}
