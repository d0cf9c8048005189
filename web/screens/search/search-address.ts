/** A search in the address, and the request sent for it (SEARCH-01). */
import type { InputOf } from '#contract/form/endpoint.ts'
import type { search } from '#contract/search/search.ts'
import { isTelevision } from '#web/remote/television.ts'

export const types = ['films', 'serials', 'episodes', 'channels', 'programmes', 'people'] as const
export type SearchType = (typeof types)[number]

export interface SearchParams {
  readonly query: string
  readonly type: SearchType | ''
  readonly genre: string
  readonly country: string
  readonly year: string
  /** Search for exactly this text, without another keyboard layout or corrections. */
  readonly literal: boolean
}

/** The shortest query. With a remote control each letter takes several presses, so one is enough there. */
const shortestQuery = 2
const shortestOnTelevision = 1
/** The server's limit (`queryMax`), also the limit of the field. */
export const longestQuery = 200
const defaultLimit = 12
/** A single kind uses the whole page. */
const limitOfOneType = 40

function matching(value: string | null, form: RegExp) {
  return value !== null && form.test(value) ? value : ''
}

/** The search in an address; anything else in it is ignored. */
export function requestsOf(params: URLSearchParams): SearchParams {
  const said = params.get('type')
  return {
    query: (params.get('q') ?? '').slice(0, longestQuery),
    type: types.find((type) => type === said) ?? '',
    genre: matching(params.get('genre'), /^\d{1,9}$/),
    country: matching(params.get('country'), /^[A-Z]{2}$/),
    year: matching(params.get('year'), /^\d{4}(,\d{4}){0,79}$/),
    literal: params.get('literal') === '1',
  }
}

export function hasFilter({ type, genre, country, year }: SearchParams): boolean {
  return type !== '' || genre !== '' || country !== '' || year !== ''
}

/** A new text is a new search: options of the previous one, such as the exact text, do not apply to it. */
export function withQuery(params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('literal')
  if (query.trim() === '') next.delete('q')
  else next.set('q', query.trim())
  return next
}

/** Null while the query is too short. */
export function inputOf(request: SearchParams): InputOf<typeof search.all> | null {
  const query = request.query.trim()
  if (Array.from(query).length < (isTelevision() ? shortestOnTelevision : shortestQuery)) return null
  return {
    query,
    limit: request.type === '' ? defaultLimit : limitOfOneType,
    ...(request.type === '' ? {} : { type: request.type }),
    ...(request.genre === '' ? {} : { genre_id: request.genre }),
    ...(request.country === '' ? {} : { country: request.country }),
    ...(request.year === '' ? {} : { year: request.year }),
    ...(request.literal ? { literal: 1 } : {}),
  }
}
