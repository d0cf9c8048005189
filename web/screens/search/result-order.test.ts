import { describe, expect, it } from 'vitest'
import { orderOnTelevision } from './result-order.ts'
import type { SearchResponse } from './use-search.ts'

function response(
  query: string,
  names: Partial<Record<'movies' | 'channels' | 'people', string>>,
  readAs = '',
) {
  const list = (name: string | undefined) => (name === undefined ? [] : [{ name }])
  return {
    ...{ query, read_as: readAs, epg: [], recorded: [], episodes: [], variants: [] },
    movies: list(names.movies),
    channels: list(names.channels),
    people: list(names.people),
  } as unknown as SearchResponse
}

describe('[SEARCH-01] the first kind of results on a television', () => {
  it.each([
    ['films, when a film begins with the query', 'до', { movies: 'Дорога', channels: 'Дом кино' }, 'movies'],
    [
      'channels, when only a channel does',
      'спо',
      { movies: 'Большой спорт', channels: 'Спорт 1' },
      'channels',
    ],
    ['people, when only a person does', 'ан', { movies: 'Летят', people: 'Анвар' }, 'people'],
    ['films, when nothing does', 'ор', { movies: 'Дорога', channels: 'Мой спорт' }, 'movies'],
    ['in another alphabet the same', 'spo', { movies: 'Большой спорт', channels: 'Спорт 1' }, 'channels'],
  ] as const)('is %s', (_, query, names, first) => {
    const order = orderOnTelevision(response(query, names))
    expect(order[0]).toBe(first)
    expect(order.toSorted()).toEqual(['channels', 'episodes', 'movies', 'people', 'programmes', 'recorded'])
  })

  it('follows the corrected query', () => {
    expect(orderOnTelevision(response('cgj', { movies: 'Утро', channels: 'Спорт' }, 'спо'))[0]).toBe(
      'channels',
    )
  })
})
