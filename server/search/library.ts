import type {
  CatalogueContent,
  EpisodeRecord,
  PersonName,
  PersonRecord,
  SeasonRecord,
  TitleRecord,
} from '#server/catalogue/catalogue.ts'
import type { Sliced } from '#server/platform/concurrency/in-slices.ts'
import type { SearchDocument, SearchDocuments } from './query/search-document.ts'

/** The result lists of the catalogue. */
export const libraryLists = { titles: 0, episodes: 1, people: 2 } as const

export interface EpisodeIndex {
  readonly title: TitleRecord
  readonly season: SeasonRecord
  readonly episode: EpisodeRecord
}

/** A snapshot of the catalogue as search documents. */
export interface Library extends SearchDocuments {
  titleAt(docId: number): TitleRecord | undefined
  episodeAt(docId: number): EpisodeIndex | undefined
  personAt(docId: number): PersonRecord | undefined
}

/** Actors after these are not indexed for a title. */
const maxPeople = 12
const weights = { person: 0.4, year: 0.25, genre: 0.15, series: 0.4 }

/** Lists everything of the catalogue with its own name; episodes named only by their number are left out. */
export function* listLibrary(content: CatalogueContent): Sliced<Library> {
  const { titles } = content
  const episodes: EpisodeIndex[] = []
  const fame = new Map<number, number>()
  let maxPopularity = 1
  for (const [at, title] of titles.entries()) {
    if (title.popularity > maxPopularity) maxPopularity = title.popularity
    for (const season of title.seasons)
      for (const episode of season.episodes)
        if (episode.name.ru !== '' || episode.name.uz !== '') episodes.push({ title, season, episode })
    for (const { personId } of title.credits)
      fame.set(personId, Math.max(fame.get(personId) ?? 0, title.popularity))
    if (at % 256 === 0) yield
  }
  const people = [...content.people.values()].filter(({ personId }) => fame.has(personId))
  const firstEpisode = titles.length
  const firstPerson = firstEpisode + episodes.length
  const describe = describing(content, { maxPopularity, fame })
  return {
    size: firstPerson + people.length,
    groups: 3,
    at: (docId) => {
      const [title, episode] = [titles[docId], episodes[docId - firstEpisode]]
      if (title !== undefined) return describe.title(title)
      if (episode !== undefined) return describe.episode(episode)
      const person = people[docId - firstPerson]
      return person === undefined ? { group: 0, names: [], more: [], popularity: 0 } : describe.person(person)
    },
    namesAt: (docId) => {
      const named = titles[docId] ?? people[docId - firstPerson]
      if (named !== undefined) return namesOf(named.name)
      const episode = episodes[docId - firstEpisode]?.episode
      return episode === undefined ? [] : [episode.name.ru, episode.name.uz]
    },
    titleAt: (docId) => titles[docId],
    episodeAt: (docId) => episodes[docId - firstEpisode],
    personAt: (docId) => people[docId - firstPerson],
  }
}

/** The document of each kind; a person is as popular as the most popular of their titles. */
function describing(
  content: CatalogueContent,
  titleFame: { readonly maxPopularity: number; readonly fame: ReadonlyMap<number, number> },
) {
  const scale = Math.log1p(titleFame.maxPopularity)
  const popularity = (value: number) => Math.log1p(Math.max(0, value)) / scale
  const genres = new Map(content.genres.map(({ id, name }) => [id, [name.ru, name.uz]]))
  return {
    title: (title: TitleRecord): SearchDocument => ({
      group: libraryLists.titles,
      names: namesOf(title.name),
      more: [
        ...peopleOf(title).flatMap((id) => named(content.people.get(id)?.name, weights.person)),
        { text: String(title.year), weight: weights.year },
        ...title.genreIds
          .flatMap((id) => genres.get(id) ?? [])
          .map((text) => ({ text, weight: weights.genre })),
      ],
      popularity: popularity(title.popularity),
    }),
    episode: ({ title, episode }: EpisodeIndex): SearchDocument => ({
      group: libraryLists.episodes,
      names: namesOf({ ...episode.name, original: '' }),
      more: named(title.name, weights.series),
      popularity: popularity(title.popularity),
    }),
    person: (person: PersonRecord): SearchDocument => ({
      group: libraryLists.people,
      names: namesOf(person.name),
      more: [],
      popularity: popularity(titleFame.fame.get(person.personId) ?? 0),
    }),
  }
}

/** Each name once, in the order Russian, Uzbek, original. */
function namesOf({ ru, uz, original }: PersonName): string[] {
  return [...new Set([ru, uz, original])].filter((name) => name !== '')
}

function named(name: PersonName | undefined, weight: number) {
  return name === undefined ? [] : namesOf(name).map((text) => ({ text, weight }))
}

/** The people a title is searched by: its directors and first actors. */
function peopleOf(title: TitleRecord): number[] {
  const searchedCredits = title.credits.filter(({ kind }) => kind === 'actor' || kind === 'director')
  return [...new Set(searchedCredits.slice(0, maxPeople).map(({ personId }) => personId))]
}
