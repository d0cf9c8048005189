import { describe, expect, it } from 'vitest'
import type { CallResult } from '#contract/client.ts'
import type { FilmCard } from '#contract/films.ts'
import { emptyList, filmLists, forgetFilmLists, withPage, type FilmPage } from './film-lists.ts'

const film = (vid: number) => ({ vid }) as FilmCard
const page = (number: number, vids: number[], lastPage = 3): FilmPage => ({
  items: vids.map(film),
  page: number,
  lastPage,
  total: 9,
})
const vids = (key: string) => filmLists.get(key).list.map(({ vid }) => vid)
const answer = (data: FilmPage): CallResult<FilmPage> => ({ kind: 'answer', data })

describe('[CAT-06] a list that grows', () => {
  it('adds pages without a duplicate when titles have moved', () => {
    const first = withPage(emptyList, page(1, [1, 2, 3]))
    const second = withPage(first, page(2, [3, 4, 5]))
    expect(second.list.map(({ vid }) => vid)).toEqual([1, 2, 3, 4, 5])
    expect(second).toMatchObject({ page: 2, lastPage: 3, isLoading: false })
  })

  it('asks each page once, also when asked twice at the same time', async () => {
    const asked: number[] = []
    const load = async (number: number) => {
      asked.push(number)
      return answer(page(number, [number * 10, number * 10 + 1]))
    }
    await Promise.all([filmLists.more('a', load), filmLists.more('a', load)])
    await filmLists.more('a', load)
    await filmLists.more('a', load)
    await filmLists.more('a', load)
    expect(asked).toEqual([1, 2, 3])
    expect(vids('a')).toEqual([10, 11, 20, 21, 30, 31])
  })

  it('keeps what it has when a page fails, and asks for that page again', async () => {
    await filmLists.more('b', async (number) => answer(page(number, [1])))
    await filmLists.more('b', async () => ({ kind: 'unreachable', reason: 'lost' }))
    expect(filmLists.get('b')).toMatchObject({ page: 1, failed: true, isLoading: false })
    await filmLists.more('b', async (number) => answer(page(number, [2])))
    expect(vids('b')).toEqual([1, 2])
  })

  it('[SHELL-06] a page that arrives after the lists were forgotten is dropped', async () => {
    let arrive: (result: CallResult<FilmPage>) => void = () => undefined
    const waiting = filmLists.more('c', () => new Promise((resolve) => (arrive = resolve)))
    forgetFilmLists()
    arrive(answer(page(1, [1])))
    await waiting
    expect(filmLists.get('c')).toEqual(emptyList)
  })
})
