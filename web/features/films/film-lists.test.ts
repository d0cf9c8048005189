import { describe, expect, it } from 'vitest'
import type { CallResult } from '#contract/client.ts'
import type { FilmCard } from '#contract/films/films.ts'
import {
  emptyList,
  filmLists,
  forgetFilmLists,
  listFrom,
  renewed,
  withPage,
  type FilmPage,
  type PageCursor,
} from './film-lists.ts'

function film(vid: number, name = '') {
  return { vid, name } as FilmCard
}

function page(vids: number[], more: Partial<FilmPage> = {}): FilmPage {
  return {
    items: vids.map((vid) => film(vid)),
    lastPage: 3,
    total: 9,
    next: '',
    facets: null,
    ...more,
  }
}

function vidsOf(list: readonly FilmCard[]) {
  return list.map(({ vid }) => vid)
}

function vids(key: string) {
  return vidsOf(filmLists.get(key).list)
}

function response(data: FilmPage): CallResult<FilmPage> {
  return { kind: 'ok', data }
}

describe('[CAT-06] a list that grows', () => {
  it('adds pages without a duplicate when titles have moved', () => {
    const first = withPage(emptyList, { page: 1 }, page([1, 2, 3]))
    const second = withPage(first, { page: 2 }, page([3, 4, 5]))
    expect(vidsOf(second.list)).toEqual([1, 2, 3, 4, 5])
    expect(second).toMatchObject({ page: 2, next: { page: 3 }, isLoading: false })
    expect(withPage(second, { page: 3 }, page([6])).next).toBeNull()
  })

  it('continues where the previous page ended, until the server names no next page', () => {
    const first = withPage(emptyList, { page: 1 }, page([1], { next: 'a' }))
    expect(first.next).toEqual({ after: 'a' })
    const second = withPage(first, { after: 'a' }, page([2], { next: 'b' }))
    expect(second.next).toEqual({ after: 'b' })
    expect(withPage(second, { after: 'b' }, page([3])).next).toBeNull()
  })

  it('may start in its middle', () => {
    const from = listFrom(2)
    expect(from.next).toEqual({ page: 2 })
    expect(withPage(from, { page: 2 }, page([4]))).toMatchObject({ page: 2, next: { page: 3 } })
  })

  it('requests each page once, also when two calls come at the same time', async () => {
    const requests: PageCursor[] = []
    const load = async (place: PageCursor) => {
      requests.push(place)
      const number = 'page' in place ? place.page : 0
      return response(page([number * 10, number * 10 + 1]))
    }
    await Promise.all([filmLists.more('a', load), filmLists.more('a', load)])
    await filmLists.more('a', load)
    await filmLists.more('a', load)
    await filmLists.more('a', load)
    expect(requests).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }])
    expect(vids('a')).toEqual([10, 11, 20, 21, 30, 31])
  })

  it('keeps the loaded pages when one fails, and requests that page again', async () => {
    await filmLists.more('b', async () => response(page([1])))
    await filmLists.more('b', async () => ({ kind: 'unreachable', reason: 'lost' }))
    expect(filmLists.get('b')).toMatchObject({ page: 1, failed: true, isLoading: false })
    await filmLists.more('b', async () => response(page([2])))
    expect(vids('b')).toEqual([1, 2])
  })

  it('[SHELL-06] drops a page that arrives after the lists were cleared', async () => {
    let arrive: (result: CallResult<FilmPage>) => void = () => undefined
    const waiting = filmLists.more('c', () => new Promise((resolve) => (arrive = resolve)))
    forgetFilmLists()
    arrive(response(page([1])))
    await waiting
    expect(filmLists.get('c')).toEqual(emptyList)
  })
})

describe('[CAT-06] a list that has changed meanwhile', () => {
  const existing = withPage(withPage(emptyList, { page: 1 }, page([1, 2])), { page: 2 }, page([3, 4]))

  it('is replaced for a viewer at its top', () => {
    const now = renewed(existing, page([9, 1], { total: 10 }), true, 5)
    expect(vidsOf(now.list)).toEqual([9, 1])
    expect(now).toMatchObject({ page: 1, total: 10, next: { page: 2 }, atMs: 5 })
  })

  it('moves no card for a viewer who has scrolled further, but updates the data of the cards', () => {
    const now = renewed(existing, { ...page([9, 1]), items: [film(9), film(1, 'new')] }, false, 5)
    expect(vidsOf(now.list)).toEqual([1, 2, 3, 4])
    expect(now.list[0]?.name).toBe('new')
    expect(now.next).toEqual(existing.next)
  })

  it('that is complete gets its new titles at the end and loses removed ones', () => {
    const whole = { lastPage: 1 }
    const short = withPage(emptyList, { page: 1 }, page([1, 2], whole))
    expect(vidsOf(renewed(short, page([1, 2, 3], whole), true, 5).list)).toEqual([1, 2, 3])
    expect(vidsOf(renewed(short, page([1], whole), true, 5).list)).toEqual([1])
    expect(vidsOf(renewed(existing, page([1, 2], whole), true, 5).list)).toEqual([1, 2])
  })

  it('keeps all its pages when nothing has moved', () => {
    expect(vidsOf(renewed(existing, page([1, 2]), true, 5).list)).toEqual([1, 2, 3, 4])
  })
})
