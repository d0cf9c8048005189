import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import type { FilmCard } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { closeCardMenu } from '#web/features/card-menu/television-card.ts'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { LiveTile } from '#web/features/channels/channel-card.tsx'
import { askToLeave, stay } from '#web/remote/leaving.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { TelevisionDialogs } from './television-dialogs.tsx'

const film: FilmCard = {
  vid: 7,
  name: 'Чинор',
  original_name: '',
  year: 2021,
  thumbnail_small: '',
  thumbnail_big: '',
  screenshot_big: '',
  category: 1,
  is_series: 0,
  genres: [],
  countries: [],
  duration_min: 90,
  age_rating: '12+',
  rating_kp: null,
  rating_imdb: null,
  has_subscription: 0,
  free_movie: 0,
  premier: 0,
  exclusive: 0,
  new_episodes: 0,
}
const nowSec = Math.floor(Date.now() / 1000)
const programme = (url: string | null) => ({
  pid: 70,
  cid: 5,
  title: 'Новости',
  sub_title: '',
  season: null,
  episode: null,
  description: '',
  category: '',
  age_rating: '',
  begin_time: nowSec - 600,
  end_time: nowSec + 600,
  url,
})
const channel = (url: string | null): Channel => ({
  id: 5,
  number: 5,
  name: 'Пятый',
  logo: '',
  category: 1,
  category_id: 1,
  additional_categories: [],
  is_favorited: 0,
  is_available: 1,
  is_social: 0,
  is_radio: 0,
  has_archive: 1,
  now: programme(url),
  next: null,
})

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(viewing.favourites, { vids: [] })
  server.responds(viewing.settingsSet, {})
  closeCardMenu()
  stay()
})

async function open(card: React.ReactNode, to?: string) {
  await show(
    <>
      <Rail title="Кино" to={to}>
        {card}
      </Rail>
      <TelevisionDialogs />
    </>,
    { television: true, as: viewer },
  )
}

function openMenuOf(name: RegExp) {
  fireEvent.keyDown(screen.getByRole('link', { name }), { key: 'ContextMenu' })
}

function items() {
  return [...screen.getByRole('dialog').querySelectorAll('a, button')].map((item) => item.textContent)
}

describe('[REMOTE-01] a rail of a television', () => {
  it('has a heading that takes no focus, and a link to the whole list after the last card', async () => {
    await open(<PosterCard film={film} />, '/movies')
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/movie/7',
      '/movies',
    ])
    expect(screen.getByRole('heading', { name: 'Кино' }).querySelector('a')).toBeNull()
  })
})

describe("[REMOTE-01] a card's menu", () => {
  it('opens the film, changes the favourite and links to the whole list', async () => {
    await open(<PosterCard film={film} />, '/movies')
    openMenuOf(/Чинор/)
    expect(items().slice(1)).toEqual(['Открыть', 'Добавить в избранное', 'Весь список'])
    expect(screen.getByRole('link', { name: 'Весь список' }).getAttribute('href')).toBe('/movies')
    fireEvent.click(screen.getByRole('button', { name: 'Добавить в избранное' }))
    expect(screen.queryByText('Весь список')).toBeNull()
    await waitFor(() => expect(server.requests(viewing.settingsSet)).toHaveLength(1))
    openMenuOf(/Чинор/)
    expect(items()).toContain('Убрать из избранного')
  })

  it('offers the whole list only where there is one', async () => {
    await open(<PosterCard film={film} />)
    openMenuOf(/Чинор/)
    expect(items()).not.toContain('Весь список')
  })

  it('of a channel restarts its programme where it is recorded', async () => {
    await open(<LiveTile channel={channel('/archive')} />)
    openMenuOf(/Новости/)
    expect(screen.getByRole('link', { name: 'Смотреть с начала' }).getAttribute('href')).toBe(
      '/tvArchive/5/70',
    )
    expect(screen.getByRole('link', { name: 'Программа и архив' }).getAttribute('href')).toMatch(/ch=5/)
  })

  it('of a channel without a recording offers no start', async () => {
    await open(<LiveTile channel={channel(null)} />)
    openMenuOf(/Новости/)
    expect(items()).toContain('Смотреть')
    expect(items()).not.toContain('Смотреть с начала')
  })
})

describe('[REMOTE-01] leaving the application', () => {
  const leave = vi.fn()
  beforeEach(() => {
    leave.mockClear()
    vi.spyOn(window, 'close').mockImplementation(leave)
  })

  it('shows a question with the focus on "Stay", which stays', async () => {
    await open(<PosterCard film={film} />)
    await waitFor(() => askToLeave())
    const stays = await screen.findByRole('button', { name: 'Остаться' })
    expect(document.activeElement).toBe(stays)
    fireEvent.click(stays)
    expect(screen.queryByText('Остаться')).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  })

  it.each([
    ['a browser', {}],
    ['webOS', { webOSSystem: { platformBack: leave } }],
    ['Tizen', { tizen: { application: { getCurrentApplication: () => ({ exit: leave }) } } }],
  ])('of %s happens with "Exit"', async (_, platform) => {
    for (const [name, value] of Object.entries(platform)) vi.stubGlobal(name, value)
    await open(<PosterCard film={film} />)
    await waitFor(() => askToLeave())
    fireEvent.click(await screen.findByRole('button', { name: 'Выйти' }))
    expect(leave).toHaveBeenCalledTimes(1)
  })
})
