import {
  addFavourite,
  favouriteChannelIds,
  favouriteTitles,
  isFavouriteTitle,
  removeFavourite,
} from './favourites.ts'
import {
  type TitlePosition,
  type RecentTitle,
  type Watched,
  everybodysWatching,
  deletePositions,
  hideTitle,
  savePosition,
  positionsByTitle,
  readPositions,
  recentTitles,
} from './positions.ts'
import { openRatingSums, ratingOf, wellRated, writeRating } from './ratings.ts'
import { type Position, averageRating, isAllFinished, lastPosition, nextUp, resumeSec } from './rules.ts'
import { lengthSec, watchableFiles, type PlayableAsset, type TitleFile } from './title-files.ts'
import { isWatchedToEnd } from '#contract/films/watched-to-end.ts'
import type { LiveCatalogue, Region, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { LiveTelevision } from '#server/television/television.ts'

export type { PlayableAsset } from './title-files.ts'

export interface ViewingOptions {
  readonly db: Db
  readonly clock: Clock
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  /** The media engine's facts of a packaged asset; undefined while it cannot be played. */
  assetOf(assetId: string): PlayableAsset | undefined
}

/** A title with the viewer's position in it. */
export interface WatchedTitle {
  readonly title: TitleRecord
  /** The file to continue with; without one, the file watched last. */
  readonly file: TitleFile
  readonly positionSec: number
  readonly isFinished: boolean
  readonly watchedAtMs: number
}

/** The ratings of a title by all viewers, and by one of them. */
export interface RatingView {
  readonly rating: number
  readonly average: number | null
  readonly count: number
}

/** The module, created. Everything belongs to one profile except `rating` and `everybodysWatching`. */
export interface Viewing {
  /** False when the file belongs to another title, or is a trailer, which has no position. */
  savePosition(key: ProfileKey, vid: number, vfid: number, positionSec: number): Promise<boolean>
  /** The positions in a title and the file to continue with; undefined when there is no such title. */
  positions(
    key: ProfileKey,
    vid: number,
    region?: Region,
  ): Promise<
    | { readonly positions: readonly (Position & { durationSec: number })[]; readonly next: number | null }
    | undefined
  >
  /** Started and not finished, the last watched first; with the episodes that are listed in a region. */
  toGoOnWith(key: ProfileKey, limit: number, region?: Region): Promise<readonly WatchedTitle[]>
  /** Everything watched that is listed now, the newest first. */
  history(key: ProfileKey, region?: Region): Promise<readonly WatchedTitle[]>
  /** Removes a title from the continue-watching list until it is watched again, or puts it back. */
  hide(key: ProfileKey, vid: number, isHidden?: boolean): Promise<void>
  /** Returns how many titles were removed. */
  forget(key: ProfileKey, vids: readonly number[] | 'all'): Promise<number>
  /** 0 removes the rating. */
  rate(key: ProfileKey, vid: number, rating: number): Promise<void>
  /** `key` undefined: a guest. */
  rating(key: ProfileKey | undefined, vid: number): Promise<RatingView>
  /** False when the limit of favourites is reached. */
  addFavourite(key: ProfileKey, kind: 'title' | 'channel', id: number): Promise<boolean>
  removeFavourite(key: ProfileKey, kind: 'title' | 'channel', id: number): Promise<void>
  isFavouriteTitle(key: ProfileKey, vid: number): Promise<boolean>
  /** The last added first. */
  favouriteChannels(key: ProfileKey): Promise<readonly number[]>
  /** Favourite titles, the last added first. */
  favouriteVids(key: ProfileKey): Promise<readonly number[]>
  /** Titles to continue, the last watched first. */
  viewingVids(key: ProfileKey): Promise<readonly number[]>
  /** What a profile watched, each title once, newest first. */
  recentWatching(key: ProfileKey, limit?: number): Promise<readonly RecentTitle[]>
  /** Favourites and titles rated 8 or better, each title once, newest first. */
  likedTitles(key: ProfileKey): Promise<readonly Watched[]>
  /**
   * All viewers' history in batches of whole accounts, each profile's titles from the oldest to the newest (at most
   * its newest 500). For jobs: pass the database of jobs.
   */
  everybodysWatching(jobDb: Db, signal?: AbortSignal): AsyncIterable<readonly (Watched & ProfileKey)[]>
}

/** As many as a recommendation can use. */
const recentEnough = 200
const likedEnough = 200

export function openViewing(options: ViewingOptions): Viewing {
  const { db, clock } = options
  const sums = openRatingSums(db, clock)
  const withLock = keyedMutex()
  const toGoOnWith = async (key: ProfileKey, limit: number, region: Region = 'inside') => {
    const matches: WatchedTitle[] = []
    for (const [vid, positionMethods] of await positionsByTitle(db, key)) {
      if (matches.length === limit) break
      const watched = watchedTitle(options, vid, positionMethods, region)
      if (watched !== undefined && watched.hasNext && !watched.isHidden) matches.push(watched)
    }
    return matches
  }
  return {
    ...positionMethods(options),
    toGoOnWith,
    history: async (key, region = 'inside') =>
      [...(await positionsByTitle(db, key))].flatMap(
        ([vid, positions]) => watchedTitle(options, vid, positions, region) ?? [],
      ),
    rate: async (key, vid, rating) => {
      await writeRating(db, { key, vid, rating, nowMs: clock.nowMs() })
      sums.forget(vid)
    },
    rating: async (key, vid) => {
      const [{ count, sum }, rating] = await Promise.all([
        sums.of(vid),
        key === undefined ? 0 : ratingOf(db, key, vid),
      ])
      return { rating, average: averageRating(count, sum), count }
    },
    // They wait for each other's lock in any case: waiting here does not use a connection each.
    addFavourite: (key, kind, id) =>
      withLock(key.accountId, () => addFavourite(db, kind, { key, id, nowMs: clock.nowMs() })),
    removeFavourite: (key, kind, id) => removeFavourite(db, kind, key, id),
    isFavouriteTitle: (key, vid) => isFavouriteTitle(db, key, vid),
    favouriteChannels: (key) => favouriteChannelIds(db, key),
    favouriteVids: async (key) => (await favouriteTitles(db, key)).map(({ vid }) => vid),
    viewingVids: async (key) => (await toGoOnWith(key, Infinity)).map(({ title }) => title.vid),
    recentWatching: (key, limit = recentEnough) => recentTitles(db, key, limit),
    likedTitles: async (key) => {
      const [stored, rated] = await Promise.all([favouriteTitles(db, key), wellRated(db, key, likedEnough)])
      return onceEach([...stored, ...rated].toSorted((a, b) => b.atMs - a.atMs)).slice(0, likedEnough)
    },
    everybodysWatching: (jobDb, signal) => everybodysWatching(jobDb, signal),
  }
}

function positionMethods(
  options: ViewingOptions,
): Pick<Viewing, 'savePosition' | 'positions' | 'hide' | 'forget'> {
  const { db, clock, catalogue } = options
  return {
    savePosition: async (key, vid, vfid, positionSec) => {
      // Listed or not: a viewer who has started may continue while the address is valid.
      const title = catalogue.now().wholeTitle(vid)
      const file = title && watchableFiles(title, options.assetOf).find((one) => one.vfid === vfid)
      if (file === undefined) return false
      const durationSec = lengthSec(file)
      await savePosition(db, key, {
        vid,
        vfid,
        // A position past the end is the end; a length of 0 means unknown.
        positionSec: durationSec > 0 ? Math.min(positionSec, durationSec) : positionSec,
        isFinished: isWatchedToEnd(file.titlesBeginSec, positionSec, durationSec),
        watchedAtMs: clock.nowMs(),
      })
      return true
    },
    positions: async (key, vid, region = 'inside') => {
      const snapshot = catalogue.now(region)
      const title = snapshot.anyTitle(vid)
      if (title === undefined) return undefined
      const files = new Map(watchableFiles(title, options.assetOf).map((file) => [file.vfid, file]))
      const stored = await readPositions(db, key, vid)
      return {
        positions: stored.flatMap((position) => {
          const file = files.get(position.vfid)
          return file === undefined ? [] : [{ ...position, durationSec: lengthSec(file) }]
        }),
        next:
          listedAnywhere(catalogue, vid, region) !== undefined ? nextUp([...files.values()], stored) : null,
      }
    },
    hide: (key, vid, isHidden = true) => hideTitle(db, key, vid, isHidden),
    forget: (key, vids) => deletePositions(db, key, vids),
  }
}

/** Undefined for a title that is not listed now: it returns with its position when it is listed again. */
function watchedTitle(
  options: ViewingOptions,
  vid: number,
  stored: readonly TitlePosition[],
  region: Region,
): (WatchedTitle & { readonly hasNext: boolean; readonly isHidden: boolean }) | undefined {
  const title = listedAnywhere(options.catalogue, vid, region)
  if (title === undefined) return undefined
  const files = watchableFiles(title, options.assetOf)
  const last = lastPosition(files, stored)
  if (last === undefined) return undefined
  const next = nextUp(files, stored)
  const shown = next ?? last.vfid
  const file = files.find((one) => one.vfid === shown)
  if (file === undefined) return undefined
  return {
    title,
    file,
    positionSec: resumeSec(stored.find((position) => position.vfid === shown)),
    isFinished: isAllFinished(files, stored),
    watchedAtMs: last.watchedAtMs,
    hasNext: next !== null,
    isHidden: last.isHidden,
  }
}

function onceEach(titles: readonly Watched[]): readonly Watched[] {
  const seen = new Set<number>()
  return titles.filter(({ vid }) => !seen.has(vid) && seen.add(vid))
}

/** A title that is listed in this region, or in the other one; who may see it there, the endpoint decides. */
function listedAnywhere(catalogue: LiveCatalogue, vid: number, region: Region): TitleRecord | undefined {
  const other = region === 'inside' ? 'outside' : 'inside'
  return catalogue.now(region).title(vid) ?? catalogue.now(other).title(vid)
}
