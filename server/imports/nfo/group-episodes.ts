/** Groups videos that are episodes into series. Pure. */
import { FilesBeside, type PlannedFile } from './files-beside.ts'
import { type NamedVideo, lastEpisodeOf } from './film-names.ts'
import type { Reason, UnderstoodVideo } from './understand-name.ts'

export interface PlannedEpisode extends PlannedFile {
  readonly season: number
  readonly episode: number
  /** The last one that the file has by its name; `episode` where it has one. */
  readonly last: number
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
  /** The staff named it: no NFO does. */
  readonly isNamed: boolean
  /** The video of its first episode, also where only others are looked at. */
  readonly first: string
  readonly episodes: readonly PlannedEpisode[]
}

type Episode = Extract<NamedVideo, { kind: 'episode' }>
type UnderstoodEpisode = UnderstoodVideo & { readonly named: Episode }
type SeriesInMaking = PlannedSeries & { first: string; episodes: PlannedEpisode[] }

/** The places of series below the imported folder by their names in lower case. */
export type SeriesPlaces = ReadonlyMap<string, readonly string[]>

/** A series as its own files say it; `dir` is '' where they are loose. */
interface Home extends Pick<PlannedSeries, 'place' | 'name' | 'year' | 'isNamed'> {
  readonly dir: string
}

/** Where series belong, also those whose files are not taken. */
class Homes {
  readonly #byPlace = new Map<string, Home>()
  readonly #byName = new Map<string, Home>()
  readonly #stored: SeriesPlaces

  constructor(understood: Iterable<UnderstoodVideo>, stored: SeriesPlaces) {
    this.#stored = stored
    for (const { named, reasons, isCorrected } of understood) {
      if (isCorrected || named.kind !== 'episode' || named.series === '') continue
      const own = homeOf(named, reasons)
      const home = this.#byPlace.get(own.place) ?? own
      this.#byPlace.set(home.place, home)
      if (!this.#byName.has(home.name.toLowerCase())) this.#byName.set(home.name.toLowerCase(), home)
    }
  }

  of({ named, reasons, isCorrected }: UnderstoodEpisode): Home {
    const own = homeOf(named, reasons)
    const other = isCorrected && own.dir === '' ? this.#elsewhere(own) : undefined
    return other ?? this.#byPlace.get(own.place) ?? own
  }

  /** A series that is in the catalogue comes first: a file that joined it stays there. */
  #elsewhere(own: Home): Home | undefined {
    const lower = own.name.toLowerCase()
    const stored = this.#stored.get(lower) ?? []
    const there = stored.map((place) => this.#byPlace.get(place)).find((home) => home !== undefined)
    const loose = stored.find((place) => !place.includes('/') && place === place.toLowerCase())
    return there ?? this.#byName.get(lower) ?? (loose === undefined ? undefined : { ...own, place: loose })
  }
}

function homeOf({ series: name, seriesDir: dir, year }: Episode, reasons: readonly Reason[]): Home {
  const from = reasons.find(({ what }) => what === 'series')?.from
  const isNamed = from === 'rule' || from === 'correction'
  return { place: dir === '' ? name.toLowerCase() : dir, dir, name, year, isNamed }
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
  /** The numbers that files of a season begin with, by its series' place and number. */
  readonly #numbers = new Map<string, Set<number>>()

  constructor(understood: ReadonlyMap<string, UnderstoodVideo>, stored: SeriesPlaces, files: FilesByFolder) {
    this.#homes = new Homes(understood.values(), stored)
    this.#files = files
    for (const one of understood.values()) {
      const { named } = one
      if (named.kind === 'episode' && named.series !== '')
        this.#numbersOf({ ...one, named }).add(named.episode)
    }
  }

  /** The last episode that a file has by its name, beside the other files of its season. */
  lastOf(video: string, understood: UnderstoodEpisode): number {
    return lastEpisodeOf(video, understood.named.episode, this.#numbersOf(understood))
  }

  #numbersOf(understood: UnderstoodEpisode): Set<number> {
    const season = `${understood.named.season} ${this.#homes.of(understood).place}`
    const numbers = this.#numbers.get(season) ?? new Set()
    this.#numbers.set(season, numbers)
    return numbers
  }

  /** Adds an episode; returns the video that is the same one, with which nothing is added. */
  add(video: string, understood: UnderstoodEpisode, beside: FilesBeside): string | undefined {
    const home = this.#homes.of(understood)
    const own = this.#series.get(home.place) ?? this.#begin(home, video)
    const { season, episode, name } = understood.named
    const last = this.lastOf(video, understood)
    const double = own.episodes.find(
      (one) => one.season === season && one.episode <= last && one.last >= episode,
    )
    if (double === undefined) own.episodes.push({ season, episode, last, name, ...beside.of(video, false) })
    return double?.video
  }

  /** By place, with their episodes in order. */
  ended(): ReadonlyMap<string, PlannedSeries> {
    for (const series of this.#series.values()) {
      series.episodes.sort((a, b) => a.season - b.season || a.episode - b.episode)
      series.first = series.episodes[0]?.video ?? ''
    }
    return this.#series
  }

  #begin({ dir, ...home }: Home, video: string): SeriesInMaking {
    // A corrected file may be elsewhere, where nothing of the series is taken.
    const files = video.startsWith(`${dir}/`) ? this.#files.taken : this.#files.all
    const beside = dir === '' ? undefined : new FilesBeside(files.get(dir) ?? [])
    const series: SeriesInMaking = {
      ...{ kind: 'series', ...home, first: video },
      nfo: beside?.named('tvshow.nfo'),
      poster: beside?.picture(['poster', 'folder', 'cover']),
      fanart: beside?.picture(['fanart', 'backdrop', 'background']),
      episodes: [],
    }
    this.#series.set(home.place, series)
    return series
  }
}
