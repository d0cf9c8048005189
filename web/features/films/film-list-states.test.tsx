import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { films, type Facets } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildFilmDetail } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { AppliedFilters } from './applied-filters.tsx'
import { Films } from './films.tsx'
import { optionsOf } from './filter-options.ts'
import { noFilters, type Filters } from './list-filters.ts'
import { NothingFound } from './nothing-found.tsx'
import type { ShownList } from './use-film-list.ts'

let server: SimulatedServer
/** Reports the last observed element as visible. */
let comeNear: () => void
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.favourites, { vids: [] })
  comeNear = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(look: (entries: readonly { isIntersecting: boolean }[]) => void) {
        comeNear = () => look([{ isIntersecting: true }])
      }
      observe = () => undefined
      disconnect = () => undefined
      unobserve = () => undefined
    },
  )
})

const offered = {
  genres: [{ id: 4, name: 'Комедия' }],
  providers: [],
  currentYear: 2026,
  language: 'ru',
  min: (rating: number) => `От ${rating}`,
} as const
const filters: Filters = { ...noFilters, genre: '4', rating: '8' }
const options = optionsOf(offered, filters, null)

describe('[CAT-01] the active filters', () => {
  const onDrop = vi.fn()
  const onReset = vi.fn()
  const open = (set: Filters) =>
    show(<AppliedFilters filters={set} options={options} onDrop={onDrop} onReset={onReset} />)

  it('are shown above the list, each with a remove button', async () => {
    const { user } = await open(filters)
    await user.click(screen.getByRole('button', { name: 'Убрать фильтр. Рейтинг: От 8' }))
    expect(onDrop).toHaveBeenCalledWith('rating')
    expect(screen.getByRole('button', { name: 'Убрать фильтр. Жанр: Комедия' }).textContent).toBe('Комедия')
  })

  it('are all removed at once', async () => {
    const { user } = await open(filters)
    await user.click(screen.getByRole('button', { name: 'Сбросить' }))
    expect(onReset).toHaveBeenCalledTimes(1)
  })

  it('are not shown where only the order was changed', async () => {
    await open({ ...noFilters, order: 'name' })
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('[CAT-11] no title matches all filters', () => {
  const onDrop = vi.fn()
  const onReset = vi.fn()
  const facetsWith = (own: Partial<Facets>): Facets => ({
    genres: [],
    countries: [],
    years: [],
    providers: [],
    ratings: [],
    ...own,
  })
  const open = (set: Filters, facets: Facets | null) =>
    show(
      <NothingFound
        kind="films"
        category={undefined}
        filters={set}
        options={options}
        facets={facets}
        onDrop={onDrop}
        onReset={onReset}
      />,
    )
  const withoutRating = facetsWith({ ratings: [{ least: 5, count: 12 }] })

  it('suggests removing the filter that excludes the most, with the number of titles left then', async () => {
    server.responds(films.publicList, { total: 12 })
    const { user } = await open(filters, withoutRating)
    await user.click(await screen.findByRole('button', { name: 'Убрать «От 8», останется 12' }))
    expect(onDrop).toHaveBeenCalledWith('rating')
    expect(server.requests(films.publicList)[0]?.input).toMatchObject({ genre_id: '4', limit: '1' })
    expect(server.requests(films.publicList)[0]?.input).not.toHaveProperty('rating')
  })

  it('suggests it without a number while the count loads or fails', async () => {
    server.isLost(films.publicList)
    await open(filters, withoutRating)
    expect(screen.getByRole('button', { name: 'Убрать «От 8»' })).toBeTruthy()
  })

  it('suggests no filter whose removal would leave nothing as well', async () => {
    server.responds(films.publicList, { total: 0 })
    const { user } = await open(filters, withoutRating)
    expect(await screen.findByText('Попробуйте другие фильтры')).toBeTruthy()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Сбросить фильтры'])
    await user.click(screen.getByRole('button'))
    expect(onReset).toHaveBeenCalled()
  })

  it('sends no further request when removing a single filter does not help', async () => {
    await open(filters, facetsWith({}))
    expect(screen.getByText('Попробуйте другие фильтры')).toBeTruthy()
    expect(server.requests(films.publicList)).toEqual([])
  })

  it('has one button where there is one filter', async () => {
    server.responds(films.publicList, { total: 12 })
    await open({ ...noFilters, rating: '8' }, withoutRating)
    await screen.findByRole('button', { name: 'Убрать «От 8», останется 12' })
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })
})

describe('[CAT-06] a list of films', () => {
  const cards = Array.from({ length: 8 }, (_, index) => buildFilmDetail({ vid: index + 1 }))
  const more = vi.fn()
  beforeEach(() => void more.mockClear())
  function list(own: Partial<ShownList> = {}): ShownList {
    return {
      list: cards,
      page: 1,
      next: '8',
      total: 20,
      isLoading: false,
      failed: false,
      atMs: 1,
      listKey: 'a list',
      more,
      ...own,
    } as unknown as ShownList
  }
  const open = (own: Partial<ShownList>, at = '/movies') =>
    show(<Films films={list(own)} />, { at, as: viewer })

  it('loads the next page by itself near its end', async () => {
    await open({})
    expect(more).not.toHaveBeenCalled()
    comeNear()
    expect(more).toHaveBeenCalledTimes(1)
  })

  it('does not load another page while one is loading', async () => {
    await open({ isLoading: true })
    comeNear()
    expect(more).not.toHaveBeenCalled()
    expect(screen.getAllByRole('list')[0]?.getAttribute('aria-busy')).toBe('true')
  })

  it('loads the next page also by a link, whose address is the next page of the same list', async () => {
    const { user } = await open({}, '/movies?genre=4&year=2010,2011')
    const link = screen.getByRole('link', { name: 'Показать ещё' })
    expect(link.getAttribute('href')).toBe('/movies?genre=4&year=2010,2011&page=2')
    await user.click(link)
    expect(more).toHaveBeenCalledTimes(1)
    expect(address()).toBe('/movies?genre=4&year=2010,2011')
  })

  it('leaves a link that is opened in another tab to the browser', async () => {
    await open({})
    expect(fireEvent.click(screen.getByRole('link', { name: 'Показать ещё' }), { ctrlKey: true })).toBe(true)
    expect(more).not.toHaveBeenCalled()
  })

  it('shows at its end that there are no more titles', async () => {
    await open({ next: null, total: 8 })
    expect(screen.getByText('Это всё: 8 названий')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Показать ещё' })).toBeNull()
  })

  it('keeps the loaded pages when the next one fails, and offers a retry', async () => {
    const { user } = await open({ failed: true })
    expect(screen.getAllByRole('listitem')).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(more).toHaveBeenCalledTimes(1)
  })

  it('[CAT-11] shows a message when it is empty, but not when it failed to load', async () => {
    await open({ list: [], next: null, total: 0 })
    expect(screen.getByText('Список пуст')).toBeTruthy()
  })

  it('is not shown as empty when it failed to load', async () => {
    await open({ list: [], failed: true })
    expect(screen.queryByText('Список пуст')).toBeNull()
    expect(screen.getByText('Не удалось загрузить')).toBeTruthy()
  })

  it('announces the position and the total of a film to screen readers', async () => {
    await open({})
    const third = screen.getAllByRole('listitem')[2]
    await waitFor(() => expect(third?.getAttribute('aria-posinset')).toBe('3'))
    expect(third?.getAttribute('aria-setsize')).toBe('8')
  })
})
