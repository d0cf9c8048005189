/** The action of a title's main button, derived from what the viewer has watched. */
import { specialsSeason } from '#contract/form/constants.ts'
import type { Episode, Season } from '#contract/films/films.ts'
import { resumeFromSec, type ResumePosition } from '#player/core/playback/resume.ts'

/** The file to resume: the server's, unless something newer was watched here and could not be reported yet. */
export function nextFile(
  reported: number | null,
  unsent: readonly ResumePosition[],
  positions: readonly ResumePosition[],
): number | null {
  const newest = positions.reduce<ResumePosition | null>(
    (best, place) => (best === null || place.atSec > best.atSec ? place : best),
    null,
  )
  const isUnsent = newest !== null && unsent.some((place) => place.vfid === newest.vfid)
  return isUnsent && !newest.isFinished ? newest.vfid : reported
}

/**
 * The seasons searched for the next episode after the last one of a season, in order: a season may contain nothing
 * playable, and a number may be missing. Specials have no next episode and are never one.
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

/** The first playable episode after the given one, or of the whole list when the list does not contain it. */
export function episodeAfter<One extends Pick<Episode, 'vfid' | 'is_ready'>>(
  list: readonly One[],
  vfid: number | null,
): One | null {
  const at = list.findIndex((one) => one.vfid === vfid)
  return list.slice(at + 1).find((one) => one.is_ready === 1) ?? null
}

/** The watched part of a file, 0 to 1. */
export function watchedPart(place: ResumePosition | undefined, durationSec: number): number {
  if (place === undefined) return 0
  if (place.isFinished) return 1
  return durationSec <= 0 ? 0 : Math.min(1, place.sec / durationSec)
}

export type Beginning =
  | { readonly kind: 'watch' }
  | { readonly kind: 'again' }
  | { readonly kind: 'goOn'; readonly sec: number; readonly leftSec: number }

/** Whether a file is started, resumed, or watched again. */
export function beginningOf(place: ResumePosition | undefined, durationSec: number): Beginning {
  if (place?.isFinished === true) return { kind: 'again' }
  const sec = resumeFromSec(place)
  return sec === 0 ? { kind: 'watch' } : { kind: 'goOn', sec, leftSec: Math.max(0, durationSec - sec) }
}
