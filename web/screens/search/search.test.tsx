import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { search } from '#contract/search/search.ts'
import { buildRecordedTitle } from '#tests/kit/dom/build-recorded.ts'
import { buildChannel } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { recentSearches } from '#web/features/search/recent-searches.ts'
import { SearchScreen } from './search-screen.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  HTMLElement.prototype.scrollIntoView = () => undefined
})

const film = (vid: number, name: string) => ({
  vid,
  name,
  original_name: '',
  year: 2020,
  thumbnail_small: '',
  genres: ['Драма'],
  is_series: 0 as const,
  rating_kp: null,
  rating_imdb: null,
  new_episodes: 0 as const,
  premier: 0 as const,
  exclusive: 0 as const,
  free_movie: 0 as const,
  has_subscription: 0 as const,
  found_by: '',
})

function searchResponse(own: object = {}) {
  return {
    query: 'ёлка',
    read_as: '',
    movies: [],
    episodes: [],
    people: [],
    channels: [],
    epg: [],
    recorded: [],
    variants: [],
    ...own,
  }
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Поиск' })

async function open(at = '/search', as?: typeof viewer) {
  const page = await show(<SearchScreen />, { at, ...(as === undefined ? {} : { as }) })
  return page
}

describe('[SEARCH-01] the search', () => {
  it('searches while typing, and the address follows after a pause', async () => {
    server.responds(search.all, searchResponse({ movies: [film(1, 'Ёлка'), film(2, 'Ёлки')] }))
    const { user } = await open()
    await user.type(field(), 'ёлка')
    await screen.findByRole('option', { name: /Ёлки/ })
    expect(decodeURIComponent(address())).toMatch(/^\/search\?.*=ёлка$/)
    expect(server.requests(search.all)).toHaveLength(1)
    expect(server.requests(search.all)[0]?.input).toMatchObject({ query: 'ёлка' })
    expect(screen.getByText('Найдено: 2 результата')).toBeTruthy()
  })

  it('[FOLLOW-04] shows films in the archive as a kind of their own, with how long they stay', async () => {
    const left = { expires_at: Math.floor(Date.now() / 1000) + 2.5 * 86_400 }
    const twice = { ...buildRecordedTitle(8, left), vid: 3, href: '/movie/3' }
    const recorded = [buildRecordedTitle(7, left), twice]
    server.responds(search.all, searchResponse({ movies: [film(3, 'Сад')], recorded }))
    const { user } = await open()
    await user.type(field(), 'сад')
    const option = await screen.findByRole('option', { name: /Старый сад/ })
    expect(option.textContent).toContain('ещё 2 дня')
    expect(option.getAttribute('href')).toBe('/recorded/7')
    expect(screen.getByRole('listbox', { name: 'Кино в записи' })).toBeTruthy()
    // A film of the catalogue is one card, with a note.
    expect((await screen.findByRole('option', { name: /^Сад/ })).textContent).toContain('В записи, ещё 2 дня')
    expect(screen.getByText('Найдено: 2 результата')).toBeTruthy()
  })

  it('has a list of options for each kind, with nothing else in it, which the field controls', async () => {
    const channels = [buildChannel(5, { name: 'Ёлка ТВ' })]
    server.responds(search.all, searchResponse({ movies: [film(1, 'Ёлка')], channels }))
    await open('/search?q=ёлка')
    await screen.findByRole('option', { name: /Ёлка ТВ/ })
    const lists = screen.getAllByRole('listbox')
    expect(lists.map((list) => list.getAttribute('aria-labelledby') !== null)).toEqual([true, true])
    for (const list of lists) {
      expect(within(list).getAllByRole('option')).toHaveLength(1)
      expect(within(list).queryByRole('heading')).toBeNull()
      expect(within(list).queryByRole('button')).toBeNull()
    }
    expect(field().getAttribute('aria-controls')?.split(' ')).toEqual(lists.map(({ id }) => id))
  })

  it('keeps the results on the screen until the next response', async () => {
    server.responds(search.all, searchResponse({ movies: [film(1, 'Ёлка')] }))
    const { user } = await open()
    await user.type(field(), 'ёлка')
    await screen.findByRole('option', { name: /Ёлка/ })
    const letThrough = server.waits(search.all, searchResponse({ movies: [film(3, 'Шайтанат')] }))
    await user.clear(field())
    await user.type(field(), 'шайтанат')
    await waitFor(() => expect(server.requests(search.all)).toHaveLength(2))
    expect(screen.getByRole('option', { name: /Ёлка/ })).toBeTruthy()
    letThrough()
    await screen.findByRole('option', { name: /Шайтанат/ })
    expect(screen.queryByRole('option', { name: /Ёлка/ })).toBeNull()
  })

  it('starts with the query in the address, and follows it', async () => {
    server.respondsBy(search.all, ({ query }) =>
      searchResponse({ query: String(query), movies: [film(1, String(query))] }),
    )
    const { user, router } = await open()
    await user.type(field(), 'первое')
    await screen.findByRole('option', { name: /первое/ })
    const request = address()
    await act(async () => router.navigate(request.replace(/=.*/, `=${encodeURIComponent('второе')}`)))
    expect(field().value).toBe('второе')
    await screen.findByRole('option', { name: /второе/ })
  })

  it('is navigated by arrows from the field: Enter opens, Escape returns to the text', async () => {
    server.responds(search.all, searchResponse({ movies: [film(1, 'Ёлка'), film(2, 'Ёлки')] }))
    const { user } = await open()
    await user.type(field(), 'ёлка')
    await screen.findByRole('option', { name: /Ёлки/ })
    expect(field().getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{ArrowDown}')
    expect(field().getAttribute('aria-activedescendant')).toBe('found-film-1')
    expect(screen.getByRole('option', { name: /Ёлка/ }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Escape}')
    expect(field().getAttribute('aria-activedescendant')).toBeNull()
    expect(field().value).toBe('ёлка')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(address()).toBe('/movie/1')
  })

  it('is cleared by Escape and by the clear button, which returns the focus', async () => {
    const { user } = await open()
    await user.type(field(), 'ё')
    await user.keyboard('{Escape}')
    expect(field().value).toBe('')
    await user.type(field(), 'ёл')
    await user.click(screen.getByRole('button', { name: 'Очистить' }))
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
  })

  it('[SEARCH-02] shows the corrected query, and searches for the exact text on request', async () => {
    server.responds(
      search.all,
      searchResponse({ query: 'ghbdtn', read_as: 'привет', movies: [film(1, 'Привет')] }),
    )
    const { user } = await open()
    await user.type(field(), 'ghbdtn')
    await screen.findByText(/Показаны результаты для «привет»/)
    await user.click(screen.getByRole('button', { name: 'Искать именно «ghbdtn»' }))
    await waitFor(() => expect(server.requests(search.all).at(-1)?.input).toMatchObject({ literal: '1' }))
  })

  it('can be retried after a failure', async () => {
    server.rejects(search.all, { failure: 'busy', message: 'Сервис перегружен' })
    const { user } = await open()
    await user.type(field(), 'ёлка')
    await screen.findByText('Сервис перегружен')
    server.responds(search.all, searchResponse({ movies: [film(1, 'Ёлка')] }))
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await screen.findByRole('option', { name: /Ёлка/ })
  })
})

describe('[SEARCH-01] the search of a television', () => {
  const television = () => show(<SearchScreen />, { at: '/search', television: true })
  const press = (name: string) => screen.getByRole('button', { name })

  it('searches from the first letter on, with the best film as the first result', async () => {
    const channel = { id: 5, number: 5, name: 'Мой канал', logo: '', now: null, next: null }
    server.responds(
      search.all,
      searchResponse({ query: 'ё', movies: [film(1, 'Ёлка')], channels: [channel] }),
    )
    const { user } = await television()
    await user.click(press('е'))
    const best = await screen.findByRole('link', { name: /Ёлка/ })
    expect(best.closest('[data-best]')).not.toBeNull()
    expect(screen.getByRole('link', { name: /Мой канал/ }).closest('[data-best]')).toBeNull()
    expect(server.requests(search.all)[0]?.input).toMatchObject({ query: 'е' })
  })

  it('remembers the letters that were chosen', async () => {
    const first = await television()
    await first.user.click(press('Буквы: ABC'))
    expect(press('oʻ')).toBeTruthy()
    first.unmount()
    await television()
    expect(press('oʻ')).toBeTruthy()
    localStorage.removeItem('ekran.searchLetters')
  })
})

describe('[SEARCH-03] no results', () => {
  it('shows a message and suggests other spellings', async () => {
    server.respondsBy(search.all, ({ query }) =>
      query === 'еелка'
        ? searchResponse({ query: 'еелка', variants: ['ёлка'] })
        : searchResponse({ movies: [film(1, 'Ёлка')] }),
    )
    const { user } = await open()
    await user.type(field(), 'еелка')
    await screen.findByText('По запросу «еелка» ничего не найдено')
    await user.click(screen.getByRole('button', { name: 'ёлка' }))
    expect(field().value).toBe('ёлка')
    await screen.findByRole('option', { name: /Ёлка/ })
  })
})

describe('[SEARCH-04] recent searches', () => {
  it('are those with results, and can be cleared', async () => {
    server.responds(search.all, searchResponse({ movies: [film(1, 'Ёлка')] }))
    const first = await open('/search', viewer)
    await first.user.type(field(), 'ёлка')
    await first.user.click(await screen.findByRole('option', { name: /Ёлка/ }))
    first.unmount()
    const { user } = await open('/search', viewer)
    expect(screen.getByText('Вы искали')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Очистить историю' }))
    expect(screen.queryByText('Вы искали')).toBeNull()
  })

  it('[ACC-07] are not shown to the next viewer', async () => {
    session.signIn(viewer)
    recentSearches.add('ёлка')
    session.signOut()
    await open()
    expect(screen.queryByText('Вы искали')).toBeNull()
    vi.restoreAllMocks()
  })
})
