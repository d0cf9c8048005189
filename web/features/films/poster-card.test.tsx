import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { viewing } from '#contract/films/viewing.ts'
import { buildFilmCard } from '#tests/kit/dom/build-film.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { LoginNeeded } from '#web/shell/dialogs/login-needed.tsx'
import { showToast, Toaster } from '#web/ui/dialogs/toast.tsx'
import { PosterCard } from './poster-card.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.favourites, { vids: [] })
  server.responds(viewing.settingsSet, {})
})

const film = buildFilmCard(7, {
  name: 'Летят журавли',
  year: 1957,
  genres: ['Драма', 'Военный'],
  rating_kp: 8.3,
  rating_imdb: 8.1,
})
const card = () => screen.getByRole('link')

describe('[CAT-09] the card of a film', () => {
  it('is one link with its name, year, first genre and rating', async () => {
    const { user } = await show(<PosterCard film={film} />)
    expect(words(card())).toContain('Рейтинг 8,3')
    expect(words(card())).toMatch(/Летят журавли1957 · Драма$/)
    await user.click(card())
    expect(address()).toBe('/movie/7')
  })

  it('has the other rating when the first is unknown, and none when both are', async () => {
    const { unmount } = await show(<PosterCard film={{ ...film, rating_kp: null }} />)
    expect(words(card())).toContain('Рейтинг 8,1')
    unmount()
    await show(<PosterCard film={{ ...film, rating_kp: null, rating_imdb: null }} />)
    expect(words(card())).not.toContain('Рейтинг')
  })

  it('for children has no rating of other sites', async () => {
    await show(<PosterCard film={film} forKids />)
    expect(words(card())).not.toContain('Рейтинг')
  })

  it('says of a series that it is one, and of an unknown year nothing', async () => {
    await show(<PosterCard film={{ ...film, is_series: 1, year: 0 }} note="Вы смотрели «Тихий Дон»" />)
    expect(words(card())).toMatch(/Летят журавлиСериалВы смотрели «Тихий Дон»$/)
  })

  it('has the one mark that tells the most', async () => {
    await show(<PosterCard film={{ ...film, premier: 1, free_movie: 1, has_subscription: 1 }} />)
    expect(within(card()).getByText('Премьера')).toBeTruthy()
    expect(within(card()).queryByText('Бесплатно')).toBeNull()
  })

  it('in a list that a field controls has no button of its own', async () => {
    await show(<PosterCard film={film} option={{ role: 'option', 'aria-selected': true }} />)
    expect(screen.getByRole('option', { selected: true })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('[FILM-02] the card that is held', () => {
  async function hold(visit: Parameters<typeof show>[1]) {
    await show(
      <>
        <PosterCard film={film} />
        <LoginNeeded />
        <Toaster />
      </>,
      { television: true, ...visit },
    )
    act(() => showToast('said before'))
    fireEvent.keyDown(card(), { key: 'Enter' })
    fireEvent.keyDown(card(), { key: 'Enter', repeat: true })
    fireEvent.keyUp(card(), { key: 'Enter' })
  }

  it('is put among the favourites, which is said, as a remote sees no heart', async () => {
    await hold({ as: viewer })
    expect(screen.getByText('Добавлено в избранное')).toBeTruthy()
    await waitFor(() =>
      expect(server.requests(viewing.settingsSet)[0]?.input).toMatchObject({ vid: 7, is_favorited: 1 }),
    )
    expect(within(card().parentElement as HTMLElement).getByText('В избранном')).toBeTruthy()
    expect(address()).toBe('/')
  })

  it('by a guest asks for the login and says nothing of favourites', async () => {
    await hold({})
    expect(await screen.findByRole('dialog', { name: 'Для этого необходимо авторизоваться' })).toBeTruthy()
    expect(screen.getByText('said before')).toBeTruthy()
    expect(server.requests(viewing.settingsSet)).toEqual([])
  })
})
