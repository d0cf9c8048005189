import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { FilmCard } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { buildFilmDetail } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { session } from '#web/session/session.ts'
import { showToast, Toaster } from '#web/ui/dialogs/toast.tsx'
import { PosterCard } from './poster-card.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.favourites, { vids: [] })
  server.responds(viewing.settingsSet, {})
})

const card = () => screen.getByRole('link')
const open = (film: Partial<FilmCard> = {}) =>
  show(<PosterCard film={buildFilmDetail({ vid: 7, name: 'Ёлка', ...film })} />)

describe('a film on a card', () => {
  it('leads to its page', async () => {
    const { user } = await open()
    await user.click(card())
    expect(address()).toBe('/movie/7')
  })

  it('says its year and its first genre, a series that it is one', async () => {
    await open({ year: 1964, genres: ['Комедия', 'Семейный'] })
    expect(words(card())).toContain('1964 · Комедия')
    expect(words(card())).not.toContain('Семейный')
  })

  it('of a series says so instead of a genre, in the language of the viewer', async () => {
    await open({ year: 2021, genres: ['Комедия'], is_series: 1 })
    expect(words(card())).toContain('2021 · Сериал')
    act(() => session.setLanguage('uz'))
    expect(words(card())).toContain('2021 · Serial')
  })

  it('whose year nobody knows says no zero', async () => {
    await open({ year: 0, genres: ['Драма'] })
    expect(words(card())).toBe('ЁЁлкаДрама')
  })

  it('says beneath it why it is shown', async () => {
    await show(<PosterCard film={buildFilmDetail({ vid: 7 })} note="Вы смотрели «Ёлку»" />)
    expect(within(card()).getByText('Вы смотрели «Ёлку»')).toBeTruthy()
  })

  it('without a poster shows the letter of its name', async () => {
    await open()
    expect(screen.queryByRole('img')).toBeNull()
    expect(within(card()).getByText('Ё')).toBeTruthy()
  })
})

describe('[CAT-09] the badge of a card', () => {
  it('is one: the first of those that apply', async () => {
    await open({ has_subscription: 1, premier: 1, free_movie: 1 })
    expect(within(card()).getByText('Премьера')).toBeTruthy()
    expect(screen.queryByText('Бесплатно')).toBeNull()
    expect(screen.queryByText('По подписке')).toBeNull()
  })

  it('tells of new episodes before anything else', async () => {
    await open({ premier: 1, exclusive: 1, new_episodes: 1 })
    expect(within(card()).getByText('Новые серии')).toBeTruthy()
    expect(screen.queryByText('Премьера')).toBeNull()
  })
})

describe('the rating on a card', () => {
  it('is that of the first site, with one decimal, and is read aloud by its name', async () => {
    await open({ rating_kp: 8, rating_imdb: 6.5 })
    expect(within(card()).getByText('Рейтинг 8,0')).toBeTruthy()
    expect(words(card())).not.toContain('6,5')
  })

  it('is that of the other site where the first has none', async () => {
    await open({ rating_kp: null, rating_imdb: 6.5 })
    expect(within(card()).getByText('Рейтинг 6,5')).toBeTruthy()
  })

  it('is not shown to children', async () => {
    await show(<PosterCard film={buildFilmDetail({ vid: 7, rating_kp: 8 })} forKids />)
    expect(words(card())).not.toContain('8,0')
  })

  it('of nobody is nowhere', async () => {
    await open({ rating_kp: null, rating_imdb: null })
    expect(words(card())).not.toContain('Рейтинг')
  })
})

describe('[FILM-02] the heart of a card', () => {
  async function openAsViewer(television = false) {
    const element = (
      <>
        <PosterCard film={buildFilmDetail({ vid: 7, name: 'Ёлка' })} />
        <Toaster />
      </>
    )
    const page = await show(element, { as: viewer, television })
    await waitFor(() => expect(server.requests(viewing.favourites)).toHaveLength(1))
    return page
  }
  const changes = () => server.requests(viewing.settingsSet).map(({ input }) => input['is_favorited'])

  it('is a button of its own: a press opens no page', async () => {
    const { user } = await openAsViewer()
    await user.click(screen.getByRole('button', { name: 'Добавить в избранное: Ёлка' }))
    expect(screen.getByRole('button', { name: 'Убрать из избранного: Ёлка' })).toBeTruthy()
    expect(address()).toBe('/')
    await waitFor(() => expect(changes()).toEqual([1]))
  })

  it('is set and taken away by a finger that stays on the card, which says what it did', async () => {
    await openAsViewer()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const hold = () => {
      fireEvent.pointerDown(card(), { pointerType: 'touch', clientX: 5, clientY: 5 })
      act(() => void vi.advanceTimersByTime(600))
      fireEvent.pointerUp(card())
    }
    hold()
    expect(screen.getByRole('status').textContent).toBe('Добавлено в избранное')
    hold()
    expect(screen.getByRole('status').textContent).toBe('Убрано из избранного')
    expect(address()).toBe('/')
  })

  it('says nothing of a change to a guest, who is asked to log in', async () => {
    const element = (
      <>
        <PosterCard film={buildFilmDetail({ vid: 7 })} />
        <Toaster />
      </>
    )
    await show(element)
    act(() => showToast('before'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.pointerDown(card(), { pointerType: 'touch', clientX: 5, clientY: 5 })
    act(() => void vi.advanceTimersByTime(600))
    expect(screen.getByRole('status').textContent).toBe('before')
    expect(server.requests(viewing.settingsSet)).toEqual([])
  })

  it('[SEARCH-01] is not in an option of a list, which has no buttons', async () => {
    const option = { id: 'one', role: 'option', 'aria-selected': true } as const
    await show(<PosterCard film={buildFilmDetail({ vid: 7, name: 'Ёлка' })} option={option} />)
    expect(screen.getByRole('option', { name: /Ёлка/, selected: true })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
