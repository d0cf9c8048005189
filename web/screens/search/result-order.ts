/** The order of the kinds of results. */
import { fold } from '#contract/search/search-folding.ts'
import type { SearchResponse } from './use-search.ts'

export type ResultKind = 'channels' | 'programmes' | 'movies' | 'recorded' | 'episodes' | 'people'

/** The films in the archive that are not among the films: those have a note instead of a second card. */
export function ownRecorded({ movies, recorded }: SearchResponse): SearchResponse['recorded'] {
  const vids = new Set(movies.map(({ vid }) => vid))
  return recorded.filter(({ vid }) => vid === null || !vids.has(vid))
}

export const defaultOrder: readonly ResultKind[] = [
  'channels',
  'programmes',
  'movies',
  'recorded',
  'episodes',
  'people',
]

/**
 * On a television the first result is the one that a press to the right reaches, so the best kind is first: films,
 * unless only a channel or a person has a name that begins with the query.
 */
export function orderOnTelevision(response: SearchResponse): readonly ResultKind[] {
  const order: readonly ResultKind[] = ['movies', 'recorded', 'channels', 'programmes', 'episodes', 'people']
  const query = fold(response.read_as === '' ? response.query : response.read_as).trim()
  const first: Partial<Readonly<Record<ResultKind, string | undefined>>> = {
    movies: response.movies[0]?.name,
    channels: response.channels[0]?.name,
    people: response.people[0]?.name,
  }
  const leading = (['movies', 'channels', 'people'] as const).find((kind) =>
    fold(first[kind] ?? '').startsWith(query),
  )
  return leading === undefined ? order : [leading, ...order.filter((kind) => kind !== leading)]
}
