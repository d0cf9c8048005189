/** Decisions about watching: what comes next, what the whole of a title's positions comes to. Values in, values out. */

/** Whoever adds more must take something away first; it keeps every list of favourites one answer long. */
export const maxFavourites = 1000
/** Files an account's history reaches back; older ones are forgotten at night. */
export const maxHistory = 5000
/** The average of fewer would tell how single people rated, and one of them could move it by points. */
export const minRaters = 5
/** A title rated this well counts as liked. */
export const likedRating = 8

/** A film, or one episode of a series, in the order they are watched in. */
export interface WatchableFile {
  readonly vfid: number
  /** Whether it can be played now. */
  readonly isReady: boolean
  /** Stands beside the story of a series: it is watched when somebody chooses it, and continues nothing. */
  readonly isSpecial: boolean
}

/** Where somebody stopped in one file. */
export interface Position {
  readonly vfid: number
  readonly positionSec: number
  readonly isFinished: boolean
  readonly isHidden: boolean
  /** Unix milliseconds. */
  readonly watchedAtMs: number
}

/**
 * The file to go on with, or null when there is none. In the middle of a file: that one. After its end: the next
 * that can be played and was not watched to its end, over the ends of seasons. Nothing watched: the first.
 * A special is gone on with in its middle; after its end the story goes on where it was.
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
  // From the one watched last of the story: it may be in its middle still, and a special was looked at meanwhile.
  const next = story.slice(Math.max(0, index)).find((file) => file.isReady && !finished.has(file.vfid))
  return next?.vfid ?? null
}

/** What a series tells from its first to its last episode; where there are only specials, those. */
function storyOf<File extends WatchableFile>(files: readonly File[]): readonly File[] {
  const story = files.filter((file) => !file.isSpecial)
  return story.length > 0 ? story : files
}

/** The position that was watched last; of two from the same moment the later file's. Undefined when nothing was. */
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

/** Where to go on in a file: what was watched to its end begins again. */
export function resumeSec(position: Position | undefined): number {
  return position === undefined || position.isFinished ? 0 : position.positionSec
}

/** One decimal, or null while too few have rated. */
export function averageRating(count: number, sum: number): number | null {
  return count < minRaters ? null : Math.round((sum / count) * 10) / 10
}
