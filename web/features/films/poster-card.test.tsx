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
  it('links to its page', async () => {
    const { user } = await open()
    await user.click(card())
    expect(address()).toBe('/movie/7')
  })

  it('shows its year and its first genre, or that it is a series', async () => {
    await open({ year: 1964, genres: ['Комедия', 'Семейный'] })
    expect(words(card())).toContain('1964 · Комедия')
    expect(words(card())).not.toContain('Семейный')
  })

  it('shows that it is a series instead of a genre, in the language of the viewer', async () => {
    await open({ year: 2021, genres: ['Комедия'], is_series: 1 })
    expect(words(card())).toContain('2021 · Сериал')
    act(() => session.setLanguage('uz'))
    expect(words(card())).toContain('2021 · Serial')
  })

  it('shows no year when the year is unknown', async () => {
    await open({ year: 0, genres: ['Драма'] })
    expect(words(card())).toBe('ЁЁлкаДрама')
  })

  it('shows below it why it is recommended', async () => {
    await show(<PosterCard film={buildFilmDetail({ vid: 7 })} note="Вы смотрели «Ёлку»" />)
    expect(within(card()).getByText('Вы смотрели «Ёлку»')).toBeTruthy()
  })

  it('shows the first letter of its name when it has no poster', async () => {
    await open()
    expect(screen.queryByRole('img')).toBeNull()
    expect(within(card()).getByText('Ё')).toBeTruthy()
  })
})

describe('[CAT-09] the badge of a card', () => {
  it('is only one: the first of those that apply', async () => {
    await open({ has_subscription: 1, premier: 1, free_movie: 1 })
    expect(within(card()).getByText('Премьера')).toBeTruthy()
    expect(screen.queryByText('Бесплатно')).toBeNull()
    expect(screen.queryByText('По подписке')).toBeNull()
  })

  it('shows new episodes before any other badge', async () => {
    await open({ premier: 1, exclusive: 1, new_episodes: 1 })
    expect(within(card()).getByText('Новые серии')).toBeTruthy()
    expect(screen.queryByText('Премьера')).toBeNull()
  })
})

describe('the rating on a card', () => {
  it('is that of the first site, with one decimal, and is announced with the name of the site', async () => {
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

  it('is not shown when there is none', async () => {
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

  it('is a separate button: a press opens no page', async () => {
    const { user } = await openAsViewer()
    await user.click(screen.getByRole('button', { name: 'Добавить в избранное: Ёлка' }))
    expect(screen.getByRole('button', { name: 'Убрать из избранного: Ёлка' })).toBeTruthy()
    expect(address()).toBe('/')
    await waitFor(() => expect(changes()).toEqual([1]))
  })

  it('is toggled by a long press on the card, which shows a message', async () => {
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

  it('shows no message to a guest, who is asked to log in', async () => {
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
