import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Facets } from '#contract/films/films.ts'
import { films } from '#contract/films/films.ts'
import { buildFilmCard } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { simulateView, type SimulatedView } from '#tests/kit/dom/simulated-view.ts'
import { connection } from '#web/session/requests/connection.ts'
import { AppliedFilters } from './applied-filters.tsx'
import { forgetFilmLists } from './film-lists.ts'
import { optionsOf } from './filter-options.ts'
import { Films, FromTheBeginning } from './films.tsx'
import { noFilters, type Filters } from './list-filters.ts'
import { NothingFound } from './nothing-found.tsx'
import { useFilmList } from './use-film-list.ts'
import { useFirstPage } from './use-first-page.ts'

let server: SimulatedServer
let view: SimulatedView
beforeEach(() => {
  server = simulateServer()
  view = simulateView()
  forgetFilmLists()
})

/** A page of the whole list: ten films each, fewer on the last page according to `total`. */
function pageOf(total: number) {
  return (input: Readonly<Record<string, unknown>>) => {
    const page = Number(input['page'] ?? 1)
    const first = (page - 1) * 10 + 1
    const count = Math.min(10, total - first + 1)
    const item = Array.from({ length: count }, (_, index) => buildFilmCard(first + index))
    return { videos: { item }, total, page, last_page: Math.ceil(total / 10), next: '', facets: null }
  }
}

function List() {
  const { firstPage, begin } = useFirstPage()
  const shown = useFilmList({ question: { kind: 'films' }, withFacets: false, firstPage })
  return (
    <>
      {firstPage > 1 && <FromTheBeginning onClick={begin} />}
      <Films films={shown} />
    </>
  )
}

const end = () => document.querySelector('[data-grid] + div')
const names = () => screen.queryAllByRole('link', { name: /^Фильм/ }).map((card) => words(card))
const pages = () => server.requests(films.publicList).map(({ input }) => Number(input['page']))

async function open(total: number, at = '/movies') {
  server.respondsBy(films.publicList, pageOf(total))
  const page = await show(<List />, { at })
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  return page
}

describe('[CAT-06] a list of films', () => {
  it('reserves its space while it loads, and grows near its end, without a gap or a duplicate', async () => {
    const respond = server.waits(films.publicList, pageOf(23)({}))
    await show(<List />, { at: '/movies' })
    expect(document.querySelectorAll('[data-grid] > li')).toHaveLength(18)
    respond()
    await waitFor(() => expect(names()).toHaveLength(10))
    server.respondsBy(films.publicList, pageOf(23))
    await view.shows(end())
    await waitFor(() => expect(names()).toHaveLength(20))
    await view.shows(end())
    await waitFor(() => expect(names()).toHaveLength(23))
    expect(names().at(-1)).toContain('Фильм 23')
    expect(new Set(names()).size).toBe(23)
    expect(pages()).toEqual([1, 2, 3])
    expect(screen.getByText('Это всё: 23 названия')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Показать ещё' })).toBeNull()
  })

  it('is shown at once on return, with its former length', async () => {
    const first = await open(23)
    await view.shows(end())
    await waitFor(() => expect(names()).toHaveLength(20))
    first.unmount()
    await show(<List />, { at: '/movies' })
    expect(names()).toHaveLength(20)
    expect(pages()).toEqual([1, 2])
  })

  it('is requested again on return after two minutes', async () => {
    const first = await open(3)
    first.unmount()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 })
    server.respondsBy(films.publicList, pageOf(4))
    await show(<List />, { at: '/movies' })
    await waitFor(() => expect(names()).toHaveLength(4))
  })

  it('also has a link to the next page, for the keyboard and for search engines', async () => {
    await open(23, '/movies?genre=7')
    const more = screen.getByRole('link', { name: 'Показать ещё' })
    expect(more.getAttribute('href')).toBe('/movies?genre=7&page=2')
    fireEvent.click(more)
    await waitFor(() => expect(names()).toHaveLength(20))
    expect(address()).toBe('/movies?genre=7')
  })

  it('starts with the page of its link, and links to its beginning', async () => {
    const { user } = await open(23, '/movies?genre=7&page=3')
    expect(names()[0]).toContain('Фильм 21')
    await user.click(screen.getByRole('button', { name: 'К началу списка' }))
    expect(address()).toBe('/movies?genre=7')
    await waitFor(() => expect(names()[0]).toContain('Фильм 1'))
  })

  it.each(['0', '-3', 'abc', '1e9', '999999'])('reads ?page=%s as the first page', async (page) => {
    await open(3, `/movies?page=${page}`)
    expect(pages()).toEqual([1])
    expect(screen.queryByRole('button', { name: 'К началу списка' })).toBeNull()
  })

  it("[CAT-12] is the viewer's own for a logged-in viewer", async () => {
    server.respondsBy(films.list, pageOf(3))
    await show(<List />, { at: '/movies', as: viewer })
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(pages()).toEqual([])
  })

  it('[CAT-11] shows a message when it is empty', async () => {
    await open(0)
    expect(screen.getByText('Список пуст')).toBeTruthy()
  })

  it('[SHELL-08] can be retried after a failure, and loads by itself with the connection', async () => {
    server.isLost(films.publicList)
    const { user } = await show(<List />, { at: '/movies' })
    await user.click(await screen.findByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(pages()).toHaveLength(2))
    server.respondsBy(films.publicList, pageOf(3))
    act(() => connection.report('status'))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  it('keeps the loaded pages when a later page fails, and continues from there', async () => {
    const { user } = await open(23)
    server.rejects(films.publicList, { failure: 'something_went_wrong', message: '' })
    await view.shows(end())
    expect(within(await screen.findByRole('alert')).getByText('Не удалось загрузить')).toBeTruthy()
    expect(names()).toHaveLength(10)
    server.respondsBy(films.publicList, pageOf(23))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(names()).toHaveLength(20))
  })
})

describe('[CAT-06] a list of hundreds', () => {
  const many = Array.from({ length: 600 }, (_, index) => buildFilmCard(index + 1))
  const list = { list: many, page: 60, next: null, total: 600, facets: null, isLoading: false, failed: false }

  /** Six columns of cards that are 300 high, in a window of 900. */
  function laidOut() {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const top = this.tagName === 'UL' ? -window.scrollY : 0
      return { top, height: this.tagName === 'UL' ? 30_000 : 300, left: 0, width: 100 } as DOMRect
    })
    const style = { rowGap: '0px', gridTemplateColumns: 'a b c d e f' } as CSSStyleDeclaration
    const styleOf = window.getComputedStyle.bind(window)
    vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
      element.tagName === 'UL' ? style : styleOf(element),
    )
    Object.defineProperty(window, 'innerHeight', { value: 900, configurable: true })
  }
  function scrollTo(y: number) {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    act(() => void fireEvent.scroll(window))
  }
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const places = () =>
    [...document.querySelectorAll('[data-place]')].map((card) => Number(card.getAttribute('data-place')))

  it('renders only the cards near the screen, each with its position in the whole list', async () => {
    laidOut()
    scrollTo(0)
    await show(<Films films={{ ...list, atMs: 1, more: vi.fn(), listKey: 'many' }} />)
    expect(places()[0]).toBe(0)
    expect(places().length).toBeLessThan(60)
    scrollTo(15_000)
    expect(places()).toContain(300)
    expect(places()).not.toContain(0)
    const card = document.querySelector('[data-place="300"]')
    expect([card?.getAttribute('aria-posinset'), card?.getAttribute('aria-setsize')]).toEqual(['301', '600'])
  })

  it('keeps the focused card, wherever the list is scrolled to', async () => {
    laidOut()
    scrollTo(0)
    await show(<Films films={{ ...list, atMs: 1, more: vi.fn(), listKey: 'focused' }} />)
    act(() => screen.getByRole('link', { name: /^Фильм 3\D/ }).focus())
    scrollTo(15_000)
    expect(places()).toContain(2)
    expect(document.activeElement?.textContent).toContain('Фильм 3')
  })
})

const facets: Facets = {
  genres: [{ id: 5, count: 12 }],
  countries: [],
  years: [],
  providers: [],
  ratings: [],
}
const filters: Filters = { ...noFilters, genre: '5', country: 'UZ' }
const options = optionsOf(
  { genres: [{ id: 5, name: 'Драма' }], providers: [], currentYear: 2026, language: 'ru', min: String },
  filters,
  null,
)

describe('[CAT-01] the filters of a list', () => {
  it('are shown above it by name, and removed one by one or all at once', async () => {
    const [onDrop, onReset] = [vi.fn(), vi.fn()]
    const { user } = await show(<AppliedFilters {...{ filters, options, onDrop, onReset }} />)
    await user.click(screen.getByRole('button', { name: 'Убрать фильтр. Страна: Узбекистан' }))
    expect(onDrop).toHaveBeenCalledWith('country')
    await user.click(screen.getByRole('button', { name: 'Сбросить' }))
    expect(onReset).toHaveBeenCalledTimes(1)
  })

  it('take no space where there are none', async () => {
    const { container } = await show(
      <AppliedFilters filters={noFilters} options={options} onDrop={vi.fn()} onReset={vi.fn()} />,
    )
    expect(container.textContent).toBe('')
  })

  async function openNothing(own: Partial<Parameters<typeof NothingFound>[0]> = {}) {
    const [onDrop, onReset] = [vi.fn(), vi.fn()]
    const page = await show(
      <NothingFound
        {...{ kind: 'films', category: undefined, filters, options, facets, onDrop, onReset }}
        {...own}
      />,
    )
    return { ...page, onDrop, onReset }
  }

  it('[CAT-11] that match nothing: the one that excludes the most can be removed, with the number of films then', async () => {
    server.respondsBy(films.publicList, pageOf(8))
    const { user, onDrop } = await openNothing()
    expect(screen.getByText('По вашему запросу ничего не найдено')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Убрать «Драма», останется 8' }))
    expect(onDrop).toHaveBeenCalledWith('genre')
    expect(server.requests(films.publicList)[0]?.input).toMatchObject({ country: 'UZ', limit: '1' })
    expect(server.requests(films.publicList)[0]?.input).not.toHaveProperty('genre_id')
  })

  it('[CAT-11] of which no single one can be removed to help are all removed together', async () => {
    server.respondsBy(films.publicList, pageOf(0))
    const { user, onReset } = await openNothing()
    await screen.findByText('Попробуйте другие фильтры')
    expect(screen.queryByRole('button', { name: /Драма/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
    expect(onReset).toHaveBeenCalledTimes(1)
  })

  it('[CAT-11] offer to remove the only one, without a number while the count is loading', async () => {
    server.isLost(films.publicList)
    await openNothing({ filters: { ...noFilters, genre: '5' } })
    expect(screen.getByRole('button', { name: 'Убрать «Драма»' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).toBeNull()
  })
})
