import type { CatalogueContent, LiveCatalogue, TitleRecord } from '#server/catalogue/catalogue.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { listBroadcasts, type Broadcasts } from './broadcasts.ts'
import { libraryLists, listLibrary, type Library } from './library.ts'
import { LiveIndex, type Indexed } from './live-index.ts'
import { understand } from './query/read-query.ts'

export interface SearchDeps {
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  readonly log: Log
  /** Called when a newer index is in use: cached responses are outdated. */
  readonly onBuilt: () => void
}

/** Indexes of all search documents, kept up to date. */
export interface Search {
  /** Builds now instead of at the first query. */
  start(): void
  current(): Promise<{ readonly library: Indexed<Library>; readonly broadcasts: Indexed<Broadcasts> }>
  /**
   * The vid of the title that best matches a text as a name, whatever else has that name; undefined when none does.
   */
  bestTitle(text: string): Promise<number | undefined>
  /** Resolves when all changes so far are searchable. */
  settled(): Promise<void>
  close(): void
}

export function openSearch({ catalogue, television, log, onBuilt }: SearchDeps): Search {
  const deps = { log, onBuilt }
  const library = new LiveIndex({
    name: 'library',
    list: () => listLibrary(listedAnywhere(catalogue)),
    ...deps,
  })
  const broadcasts = new LiveIndex({
    name: 'broadcasts',
    list: () => listBroadcasts(television.now()),
    ...deps,
  })
  let isRequested = false
  const follow = (one: { changed(): void }) => () => {
    if (isRequested) one.changed()
  }
  const stops = [catalogue.onChange(follow(library)), television.onChange(follow(broadcasts))]
  const start = () => {
    if (isRequested) return
    isRequested = true
    for (const one of [library, broadcasts]) one.changed()
  }
  return {
    start,
    current: async () => {
      start()
      const [titles, television] = await Promise.all([library.current(), broadcasts.current()])
      return { library: titles, broadcasts: television }
    },
    bestTitle: async (text) => {
      start()
      const { index, listed } = await library.current()
      const accepts = [(docId: number) => listed.titleAt(docId) !== undefined]
      const { results: matches } = understand(text, [index], { isLiteral: false, max: 1, accepts })
      const [best] = matches[0]?.lists[libraryLists.titles] ?? []
      return best === undefined ? undefined : listed.titleAt(best.docId)?.vid
    },
    settled: async () => {
      start()
      await Promise.all([library.settled(), broadcasts.settled()])
    },
    close: () => {
      for (const stop of stops) stop()
      library.close()
      broadcasts.close()
    },
  }
}

/** What is listed inside the national network or outside it; a search leaves out what its client does not see. */
function listedAnywhere(catalogue: LiveCatalogue): CatalogueContent {
  const [inside, outside] = [catalogue.now('inside'), catalogue.now('outside')]
  if (inside === outside) return inside.content
  const more = outside.content.titles.filter(({ vid }) => !inside.isListed(vid))
  const both = inside.content.titles.map((title) => withSeasonsOf(title, outside.title(title.vid)))
  return { ...inside.content, titles: [...both, ...more] }
}

/** A title with the seasons and episodes that are listed only elsewhere too. */
function withSeasonsOf(title: TitleRecord, other: TitleRecord | undefined): TitleRecord {
  if (other === undefined || title.hasPartWindows !== true) return title
  const seasons = new Map(title.seasons.map((season) => [season.seasonId, season]))
  for (const season of other.seasons) {
    const own = seasons.get(season.seasonId)
    const present = new Set(own?.episodes.map(({ file }) => file.vfid))
    const episodes = season.episodes.filter(({ file }) => !present.has(file.vfid))
    seasons.set(season.seasonId, { ...season, episodes: [...(own?.episodes ?? []), ...episodes] })
  }
  return { ...title, seasons: [...seasons.values()] }
}
