import { foldedWords } from '#contract/search/search-folding.ts'
import type { searchTypes } from '#contract/search/search.ts'
import type { PersonRecord, Snapshot, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { ChannelRecord, ProgrammeRecord } from '#server/television/television.ts'
import {
  type AiringView,
  broadcastLists,
  chooseAirings,
  mayBeShown,
  type OfferedProgramme,
  shownAirings,
  type Broadcasts,
  libraryLists,
  type Library,
  type Indexed,
  understand,
  type EpisodeIndex,
  type SearchDocument,
  type Scored,
} from '#server/search/search.ts'

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
  readonly view: AiringView
}

/** A title with its searchable names. */
export interface TitleMatch {
  readonly title: TitleRecord
  document(): SearchDocument
}

/** The results, each list the best first. */
export interface SearchResult {
  /** The corrected query; empty: the query itself. */
  readonly readAs: string
  /** Words of the searched query, folded. */
  readonly words: readonly string[]
  readonly titles: readonly TitleMatch[]
  readonly episodes: readonly EpisodeIndex[]
  readonly people: readonly PersonRecord[]
  readonly channels: readonly ChannelRecord[]
  readonly programmes: readonly OfferedProgramme[]
  /** Without results: other spellings that have results. */
  readonly variants: readonly string[]
}

/** Below this the best hit matches only one word of many. */
const minFit = 0.3
/** A hit that scores this much worse than the best of all lists is noise. */
const minOfBest = 0.6
/** Some programmes turn out to be neither recorded nor upcoming. */
const spareHits = 10
const maxVariants = 3

/** All results for a text: the positions in the indexes, then the records, then those that can be shown. */
export function findEverything(request: SearchRequest, all: Everything): SearchResult {
  const ids = listIds(request, all)
  const lists = applyRules(loadResults(ids, all), request, all)
  const isEmpty = Object.values(lists).every((list) => list.length === 0)
  return {
    readAs: isEmpty || ids.understood === request.query.trim().toLowerCase() ? '' : ids.understood,
    words: foldedWords(ids.text),
    ...lists,
    variants: isEmpty ? variantsOf(request, all) : [],
  }
}

/** Positions in the lists of the two indexes. */
interface MatchIndexes {
  readonly text: string
  readonly understood: string
  readonly titles: readonly number[]
  readonly episodes: readonly number[]
  readonly people: readonly number[]
  readonly channels: readonly number[]
  readonly programmes: readonly number[]
}

function listIds(request: SearchRequest, all: Everything): MatchIndexes {
  const { library, broadcasts } = all
  const { text, results: matches } = understand(request.query, [library.index, broadcasts.index], {
    isLiteral: request.isLiteral,
    max: request.limit + spareHits,
    accepts: [acceptsInLibrary(request, all), acceptsInBroadcasts(request, all)],
  })
  const best = Math.max(...matches.map(({ fit }) => fit))
  const places = (index: number, list: number, max = request.limit) =>
    best < minFit ? [] : docIdsOf(matches[index]?.lists[list] ?? [], best * minOfBest).slice(0, max)
  return {
    text,
    understood: matches.find(({ fit }) => fit === best)?.understood ?? text,
    titles: places(0, libraryLists.titles),
    episodes: places(0, libraryLists.episodes),
    people: places(0, libraryLists.people),
    channels: places(1, broadcastLists.channels),
    programmes: places(1, broadcastLists.programmes, request.limit + spareHits),
  }
}

interface LoadedResults extends Pick<SearchResult, 'titles' | 'episodes' | 'people' | 'channels'> {
  /** The airings of each programme. */
  readonly airings: readonly (readonly ProgrammeRecord[])[]
}

function loadResults(ids: MatchIndexes, { library, broadcasts, snapshot, view }: Everything): LoadedResults {
  const { listed } = library
  return {
    titles: ids.titles.flatMap((place) => {
      const title = snapshot.title(listed.titleAt(place)?.vid ?? 0)
      return title === undefined ? [] : [{ title, document: () => listed.at(place) }]
    }),
    episodes: ids.episodes.flatMap((place) => listed.episodeAt(place) ?? []),
    people: ids.people.flatMap((place) => listed.personAt(place) ?? []),
    channels: ids.channels.flatMap(
      (place) => view.television.channel(broadcasts.listed.channelAt(place)?.cid ?? 0) ?? [],
    ),
    airings: ids.programmes.map((place) => shownAirings(broadcasts.listed.airingsAt(place), view.television)),
  }
}

/** Leaves out programmes that cannot be watched now or later; all other results may be shown. */
function applyRules(
  { airings, ...lists }: LoadedResults,
  { limit }: SearchRequest,
  { view }: Everything,
): Pick<SearchResult, 'titles' | 'episodes' | 'people' | 'channels' | 'programmes'> {
  const programmes = airings.flatMap((one) => chooseAirings(one, view) ?? []).slice(0, limit)
  return { ...lists, programmes }
}

function docIdsOf(hits: readonly Scored[], minFit: number): number[] {
  return hits.filter(({ fit }) => fit >= minFit).map(({ docId }) => docId)
}

function hasTitleFilter({ genreId, country, years }: SearchRequest) {
  return genreId !== undefined || country !== undefined || years !== undefined
}

function acceptsInLibrary(
  request: SearchRequest,
  { library: { listed: library }, snapshot }: Everything,
): (place: number) => boolean {
  const { type } = request
  const isWhole = type === undefined && !hasTitleFilter(request)
  return (place) => {
    const title = library.titleAt(place)
    const episode = library.episodeAt(place)
    const vid = title?.vid ?? episode?.title.vid
    // Its window is for clients from elsewhere.
    if (vid !== undefined && !snapshot.isListed(vid)) return false
    if (episode !== undefined && !snapshot.isFileListed(episode.episode.file.vfid)) return false
    if (vid === undefined && !isPersonShown(library.personAt(place), snapshot)) return false
    if (isWhole) return true
    if (title !== undefined) return matchesFilters(title, request)
    if (hasTitleFilter(request)) return false
    return episode === undefined ? type === 'people' : type === 'episodes'
  }
}

/** A profile with limits is told of nobody whose titles are all above them. */
function isPersonShown(person: PersonRecord | undefined, { content, limited }: Snapshot): boolean {
  return limited === undefined || (person !== undefined && content.people.has(person.personId))
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
      shownAirings(listed.airingsAt(place), view.television).some((airing) =>
        mayBeShown(airing, view.television.channel(airing.cid), view),
      )
    )
  }
}

/** Other spellings of a query without results, as far as they have results. */
function variantsOf(request: SearchRequest, all: Everything): string[] {
  const indexes = [all.library.index, all.broadcasts.index]
  const near = indexes.flatMap((index) => index.near(request.query, maxVariants))
  const accepts = [acceptsInLibrary(request, all), acceptsInBroadcasts(request, all)]
  return [...new Set(near)]
    .filter((query) => {
      const { results: matches } = understand(query, indexes, { isLiteral: true, max: 1, accepts })
      return matches.some(({ lists, fit }) => fit >= minFit && lists.some((list) => list.length > 0))
    })
    .slice(0, maxVariants)
}
