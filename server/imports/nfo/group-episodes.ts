/** Groups videos that are episodes into series. Pure. */
import { FilesBeside, type PlannedFile } from './files-beside.ts'
import type { NamedVideo } from './film-names.ts'
import type { UnderstoodVideo } from './understand-name.ts'

export interface PlannedEpisode extends PlannedFile {
  readonly season: number
  readonly episode: number
  readonly name: string
}

export interface PlannedSeries {
  readonly kind: 'series'
  /** Its folder, or its name where episodes are loose files; separates one series from another. */
  readonly place: string
  readonly name: string
  readonly year: number | null
  readonly nfo: string | undefined
  readonly poster: string | undefined
  readonly fanart: string | undefined
  readonly episodes: readonly PlannedEpisode[]
}

type Episode = Extract<NamedVideo, { kind: 'episode' }>
type SeriesInMaking = PlannedSeries & { episodes: PlannedEpisode[] }

/** A series as its own files say it; `dir` is '' where they are loose. */
interface Home extends Pick<PlannedSeries, 'place' | 'name' | 'year'> {
  readonly dir: string
}

/** The places of all series by their names in lower case, also of those whose files are not taken. */
class Homes {
  readonly #byPlace = new Map<string, Home>()
  readonly #byName = new Map<string, Home>()

  constructor(understood: Iterable<UnderstoodVideo>) {
    for (const { named, isCorrected } of understood) {
      if (isCorrected || named.kind !== 'episode' || named.series === '') continue
      const { series: name, seriesDir: dir, year } = named
      const place = dir === '' ? name.toLowerCase() : dir
      const home = this.#byPlace.get(place) ?? { place, dir, name, year }
      this.#byPlace.set(place, home)
      if (!this.#byName.has(home.name.toLowerCase())) this.#byName.set(home.name.toLowerCase(), home)
    }
  }

  of(named: Episode, isCorrected: boolean): Home {
    const { series: name, seriesDir: dir, year } = named
    const lower = name.toLowerCase()
    const place = dir === '' ? lower : dir
    const other = isCorrected && dir === '' ? this.#byName.get(lower) : undefined
    return other ?? this.#byPlace.get(place) ?? { place, dir, name, year }
  }
}

/** The files of folders: those that are taken, and all. */
export interface FilesByFolder {
  readonly taken: ReadonlyMap<string, readonly string[]>
  readonly all: ReadonlyMap<string, readonly string[]>
}

/** Collects the episodes of series. Where a series belongs is decided by all videos, whichever are added. */
export class EpisodeGroups {
  readonly #homes: Homes
  readonly #series = new Map<string, SeriesInMaking>()
  readonly #files: FilesByFolder

  constructor(understood: ReadonlyMap<string, UnderstoodVideo>, files: FilesByFolder) {
    this.#homes = new Homes(understood.values())
    this.#files = files
  }

  /** Adds an episode; returns the video that is the same one, with which nothing is added. */
  add(video: string, named: Episode, isCorrected: boolean, beside: FilesBeside): string | undefined {
    const home = this.#homes.of(named, isCorrected)
    const own = this.#series.get(home.place) ?? this.#begin(home, video)
    const { season, episode, name } = named
    const double = own.episodes.find((one) => one.season === season && one.episode === episode)
    if (double === undefined) own.episodes.push({ season, episode, name, ...beside.of(video, false) })
    return double?.video
  }

  /** By place, with their episodes in order. */
  ended(): ReadonlyMap<string, PlannedSeries> {
    for (const { episodes } of this.#series.values())
      episodes.sort((a, b) => a.season - b.season || a.episode - b.episode)
    return this.#series
  }

  #begin({ place, dir, name, year }: Home, video: string): SeriesInMaking {
    // A corrected file may be elsewhere, where nothing of the series is taken.
    const files = video.startsWith(`${dir}/`) ? this.#files.taken : this.#files.all
    const beside = dir === '' ? undefined : new FilesBeside(files.get(dir) ?? [])
    const series: SeriesInMaking = {
      ...{ kind: 'series', place, name, year },
      nfo: beside?.named('tvshow.nfo'),
      poster: beside?.picture(['poster', 'folder', 'cover']),
      fanart: beside?.picture(['fanart', 'backdrop', 'background']),
      episodes: [],
    }
    this.#series.set(place, series)
    return series
  }
}
