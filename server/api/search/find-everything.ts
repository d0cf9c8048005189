import { foldedWords } from '#contract/search/search-folding.ts'
import type { Language } from '#contract/form/failures.ts'
import type {
  EpisodeMatch,
  FilmMatch,
  PersonMatch,
  ProgrammeMatch,
  searchTypes,
} from '#contract/search/search.ts'
import type { Snapshot, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ChannelRecord } from '#server/television/television.ts'
import {
  broadcastLists,
  type Broadcasts,
  libraryLists,
  type Library,
  type Indexed,
  understand,
  type Scored,
} from '#server/search/search.ts'
import {
  mayBeShown,
  presentAirings,
  presentEpisode,
  presentFilm,
  presentPerson,
  type AiringView,
} from './present.ts'

type SearchType = (typeof searchTypes)[number]

export interface SearchRequest {
  readonly query: string
  /** Of each list. */
  readonly limit: number
  readonly type: SearchType | undefined
  readonly genreId: number | undefined
  readonly country: string | undefined
  readonly years: readonly number[] | undefined
  readonly isLiteral: boolean
}

export interface Everything {
  readonly library: Indexed<Library>
  readonly broadcasts: Indexed<Broadcasts>
  readonly snapshot: Snapshot
  readonly language: Language
  readonly view: AiringView
}

export interface SearchResult {
  readonly readAs: string
  readonly movies: readonly FilmMatch[]
  readonly episodes: readonly EpisodeMatch[]
  readonly people: readonly PersonMatch[]
  readonly channels: readonly ChannelRecord[]
  readonly programmes: readonly ProgrammeMatch[]
  readonly variants: readonly string[]
}

/** Below this the best hit has to do with one word of many. */
const minFit = 0.3
/** A hit that answers the words this much worse than the best of all lists is noise beside it. */
const minOfBest = 0.6
/** Some programmes turn out to be neither recorded nor to come. */
const spareHits = 10
const maxVariants = 3

export function findEverything(request: SearchRequest, all: Everything): SearchResult {
  const { library, broadcasts } = all
  const { text, results: matches } = understand(request.query, [library.index, broadcasts.index], {
    isLiteral: request.isLiteral,
    max: request.limit + spareHits,
    accepts: [acceptsInLibrary(request, library.listed), acceptsInBroadcasts(request, all)],
  })
  const best = Math.max(...matches.map(({ fit }) => fit))
  const places = (index: number, list: number, max = request.limit) =>
    best < minFit ? [] : placesOf(matches[index]?.lists[list] ?? [], best * minOfBest).slice(0, max)
  const { listed } = library
  const words = foldedWords(text)
  const movies = places(0, libraryLists.titles).flatMap((place) => {
    const title = all.snapshot.title(listed.titleAt(place)?.vid ?? 0)
    if (title === undefined) return []
    return presentFilm(title, () => listed.at(place), {
      words,
      snapshot: all.snapshot,
      language: all.language,
    })
  })
  const episodes = places(0, libraryLists.episodes).flatMap((place) => {
    const episode = listed.episodeAt(place)
    return episode === undefined ? [] : presentEpisode(episode, all.language)
  })
  const people = places(0, libraryLists.people).flatMap((place) => {
    const person = listed.personAt(place)
    return person === undefined ? [] : presentPerson(person, all.snapshot, all.language)
  })
  const channels = places(1, broadcastLists.channels).flatMap(
    (place) => all.view.television.channel(broadcasts.listed.channelAt(place)?.cid ?? 0) ?? [],
  )
  const programmes = places(1, broadcastLists.programmes, request.limit + spareHits)
    .flatMap((place) => presentAirings(broadcasts.listed.airingsAt(place), all.view) ?? [])
    .slice(0, request.limit)
  const lists = { movies, episodes, people, channels, programmes }
  const isEmpty = Object.values(lists).every((list) => list.length === 0)
  const understood = matches.find(({ fit }) => fit === best)?.understood ?? text
  return {
    readAs: isEmpty || understood === request.query.trim().toLowerCase() ? '' : understood,
    ...lists,
    variants: isEmpty ? variantsOf(request, all) : [],
  }
}

function placesOf(hits: readonly Scored[], minFit: number): number[] {
  return hits.filter(({ fit }) => fit >= minFit).map(({ place }) => place)
}

function hasTitleFilter({ genreId, country, years }: SearchRequest) {
  return genreId !== undefined || country !== undefined || years !== undefined
}

function acceptsInLibrary(
  request: SearchRequest,
  library: Library,
): ((place: number) => boolean) | undefined {
  const { type } = request
  if (type === undefined && !hasTitleFilter(request)) return undefined
  return (place) => {
    const title = library.titleAt(place)
    if (title !== undefined) return matchesFilters(title, request)
    if (hasTitleFilter(request)) return false
    return library.episodeAt(place) === undefined ? type === 'people' : type === 'episodes'
  }
}

function matchesFilters(title: TitleRecord, { type, genreId, country, years }: SearchRequest): boolean {
  if (type !== undefined && type !== (title.isSeries ? 'serials' : 'films')) return false
  if (genreId !== undefined && !title.genreIds.includes(genreId)) return false
  if (country !== undefined && !title.countries.includes(country)) return false
  return years === undefined || years.includes(title.year)
}

function acceptsInBroadcasts(
  request: SearchRequest,
  { broadcasts: { listed }, view }: Everything,
): (place: number) => boolean {
  const { type } = request
  if (hasTitleFilter(request)) return () => false
  const channels = type === undefined || type === 'channels'
  const programmes = type === undefined || type === 'programmes'
  return (place) => {
    const channel = listed.channelAt(place)
    if (channel !== undefined) return channels && view.visible.has(channel.cid)
    return (
      programmes &&
      listed.airingsAt(place).some((airing) => mayBeShown(airing, view.television.channel(airing.cid), view))
    )
  }
}

/** Other spellings of a query that found nothing, as far as they find something. */
function variantsOf(request: SearchRequest, all: Everything): string[] {
  const indexes = [all.library.index, all.broadcasts.index]
  const near = indexes.flatMap((index) => index.near(request.query, maxVariants))
  const accepts = [acceptsInLibrary(request, all.library.listed), acceptsInBroadcasts(request, all)]
  return [...new Set(near)]
    .filter((query) => {
      const { results: matches } = understand(query, indexes, { isLiteral: true, max: 1, accepts })
      return matches.some(({ lists, fit }) => fit >= minFit && lists.some((list) => list.length > 0))
    })
    .slice(0, maxVariants)
}
