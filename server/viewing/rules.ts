/** Viewing decisions: the next file, and the summary of a title's positions. Pure functions. */

/** A viewer who adds more must remove one first; a list of favourites then fits into one response. */
export const maxFavourites = 1000
/** How many files an account's history contains; older ones are deleted at night. */
export const maxHistory = 5000
/** The average of fewer would reveal single viewers' ratings, and one of them could move it by points. */
export const minRaters = 5
/** A title rated this well counts as liked. */
export const likedRating = 8

/** A film, or one episode of a series, in viewing order. */
export interface WatchableFile {
  readonly vfid: number
  /** Whether it can be played now. */
  readonly isReady: boolean
  /** Not part of a series' story: watched only when chosen, and it continues nothing. */
  readonly isSpecial: boolean
}

/** A viewer's position in one file. */
export interface Position {
  readonly vfid: number
  readonly positionSec: number
  readonly isFinished: boolean
  readonly isHidden: boolean
  /** Unix milliseconds. */
  readonly watchedAtMs: number
}

/**
 * The file to continue with, or null when there is none. In the middle of a file: that one. After its end: the next
 * playable one that was not watched to its end, across seasons. Nothing watched: the first. A special is continued in
 * its middle; after its end the story continues where it was.
 */
export function nextUp(files: readonly WatchableFile[], positions: readonly Position[]): number | null {
  const last = lastPosition(files, positions)
  const isReady = files.some((file) => file.vfid === last?.vfid && file.isReady)
  if (last !== undefined && !last.isFinished && isReady) return last.vfid
  const story = storyOf(files)
  const lastOfStory = lastPosition(story, positions)
  const index = story.findIndex((file) => file.vfid === lastOfStory?.vfid)
  const finished = new Set(
    positions.filter((position) => position.isFinished).map((position) => position.vfid),
  )
  // From the last watched file of the story: it may be unfinished, with a special watched in between.
  const next = story.slice(Math.max(0, index)).find((file) => file.isReady && !finished.has(file.vfid))
  return next?.vfid ?? null
}

/** The story of a series from its first to its last episode; if there are only specials, those. */
function storyOf<File extends WatchableFile>(files: readonly File[]): readonly File[] {
  const story = files.filter((file) => !file.isSpecial)
  return story.length > 0 ? story : files
}

/** The last watched position; of two at the same moment the later file's. Undefined when nothing was watched. */
export function lastPosition(
  files: readonly WatchableFile[],
  positions: readonly Position[],
): Position | undefined {
  const order = new Map(files.map((file, index) => [file.vfid, index]))
  return positions
    .filter((position) => order.has(position.vfid))
    .toSorted(
      (a, b) => b.watchedAtMs - a.watchedAtMs || (order.get(b.vfid) ?? 0) - (order.get(a.vfid) ?? 0),
    )[0]
}

/** Whether the whole story was watched to its end. */
export function isAllFinished(files: readonly WatchableFile[], positions: readonly Position[]): boolean {
  const finished = new Set(
    positions.filter((position) => position.isFinished).map((position) => position.vfid),
  )
  return files.length > 0 && storyOf(files).every((file) => finished.has(file.vfid))
}

/** Where to resume a file: a file watched to its end starts from the beginning. */
export function resumeSec(position: Position | undefined): number {
  return position === undefined || position.isFinished ? 0 : position.positionSec
}

/** One decimal, or null while there are too few ratings. */
export function averageRating(count: number, sum: number): number | null {
  return count < minRaters ? null : Math.round((sum / count) * 10) / 10
}
