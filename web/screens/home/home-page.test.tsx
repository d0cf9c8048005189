import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { films } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { deletePositions, storedPositions, storePosition } from '#player/dom/stored-positions.ts'
import { buildFilmDetail } from '#tests/kit/dom/build-film.ts'
import { site } from '#contract/site/site.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { ContinueRail } from './rails/continue-rail.tsx'
import { Hero } from './hero.tsx'
import { promoIdleMs } from './promo/promo-rules.ts'
import { PromoOverlay } from './promo/promo-overlay.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

const banner = (id: number, own: object = {}) => ({
  id,
  title: `Слайд номер ${id}`,
  text: `Текст ${id}`,
  image: '',
  href: `/movie/${id}`,
  button: 'Смотреть',
  ...own,
})

describe('[HOME-01] the banners', () => {
  it('are three at most, changed only by the viewer', async () => {
    server.responds(site.banners, [banner(1), banner(2), banner(3), banner(4)])
    const { user } = await show(<Hero />)
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Слайд номер 1')
    const thumbs = screen.getAllByRole('button')
    expect(thumbs).toHaveLength(3)
    await user.click(thumbs[2] as HTMLElement)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Слайд номер 3')
    expect(thumbs.map((thumb) => thumb.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
    await user.click(screen.getByRole('link', { name: 'Смотреть' }))
    expect(address()).toBe('/movie/3')
  })

  it('[HOME-02] that are empty or failed leave the page as it is', async () => {
    server.rejects(site.banners, { failure: 'busy', message: 'занято' })
    await show(<Hero />)
    await waitFor(() => expect(server.requests(site.banners)).toHaveLength(1))
    expect(screen.queryByRole('heading')).toBeNull()
    expect(words()).toBe('')
  })
})

describe('[HOME-01] the rail of started titles', () => {
  const film = (vid: number, own: object = {}) => ({
    vid,
    vfid: vid * 10,
    name: `Фильм ${vid}`,
    episode: null,
    position_sec: 600,
    duration_sec: 1320,
    is_finished: 0 as const,
    watched_at: 0,
    screenshot_big: '',
    ...own,
  })
  const started = (...films: object[]) => ({ videos: { item: films } })

  async function open(as?: typeof viewer) {
    return show(
      <>
        <ContinueRail />
        <Toaster />
      </>,
      as === undefined ? {} : { as },
    )
  }

  it('resumes at the saved position with one press', async () => {
    server.responds(
      viewing.viewing,
      started(film(1), film(2, { episode: { season: 1, number: 3, name: '', still: '' } })) as never,
    )
    await open(viewer)
    const link = await screen.findByRole('link', { name: /Фильм 1/ })
    expect(link.getAttribute('href')).toBe('/movie/1?watch=10')
    expect(words(link)).toMatch(/12 мин/)
    expect(words(screen.getByRole('link', { name: /Фильм 2/ }))).toMatch(/Серия 3/)
  })

  it('lets a title be removed and restored', async () => {
    server.responds(viewing.viewing, started(film(1), film(2)) as never)
    server.responds(viewing.hide, {})
    const { user } = await open(viewer)
    await screen.findByRole('link', { name: /Фильм 1/ })
    await user.click(screen.getByRole('button', { name: /Фильм 1/ }))
    expect(screen.queryByRole('link', { name: /Фильм 1/ })).toBeNull()
    const status = screen.getByRole('status')
    await waitFor(() => expect(status.querySelector('button')).not.toBeNull())
    await user.click(status.querySelector('button') as HTMLElement)
    await screen.findByRole('link', { name: /Фильм 1/ })
    expect(server.requests(viewing.hide).map(({ input }) => [input['vid'], input['is_hidden']])).toEqual([
      [1, 1],
      [1, 0],
    ])
  })

  it('restores a title with a message when the removal failed', async () => {
    server.responds(viewing.viewing, started(film(1)) as never)
    server.rejects(viewing.hide, { failure: 'title_not_found', message: 'Такого фильма нет' })
    const { user } = await open(viewer)
    await screen.findByRole('link', { name: /Фильм 1/ })
    await user.click(screen.getByRole('button', { name: /Фильм 1/ }))
    await screen.findByText('Такого фильма нет')
    expect(screen.getByRole('link', { name: /Фильм 1/ })).toBeTruthy()
  })

  it('[HOME-02] that failed offers a retry', async () => {
    server.rejects(viewing.viewing, { failure: 'busy', message: 'занято' })
    const { user } = await open(viewer)
    const retry = await screen.findByRole('button', { name: 'Повторить' })
    server.responds(viewing.viewing, started(film(1)) as never)
    await user.click(retry)
    await screen.findByRole('link', { name: /Фильм 1/ })
  })

  it('[GUEST-01] of a guest are those that the browser has stored and that are still free', async () => {
    const stored = { owner: '', sec: 600, isFinished: false, isSent: false }
    for (const vid of [1, 2, 3]) storePosition({ ...stored, vid, vfid: vid * 10, atSec: 1_800_000_000 + vid })
    server.respondsBy(films.publicDetail, ({ vid }) => ({
      video: buildFilmDetail({
        vid: Number(vid),
        access: Number(vid) === 2 ? { state: 'subscribe', price: 20_000 } : { state: 'watch', price: null },
      }),
    }))
    const { user } = await open()
    await screen.findByRole('link', { name: /Фильм 3/ })
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/movie/3?watch=30',
      '/movie/1?watch=10',
    ])
    await user.click(screen.getByRole('button', { name: /Фильм 3/ }))
    expect(screen.queryByRole('link', { name: /Фильм 3/ })).toBeNull()
    expect(storedPositions('', 3)).toEqual([])
    deletePositions('', null)
  })

  it('is missing for a guest, and sends no request', async () => {
    await open()
    expect(screen.queryByRole('heading')).toBeNull()
    expect(server.requests(viewing.viewing)).toEqual([])
  })
})

describe('[HOME-03] the offer to a visitor', () => {
  const offer = banner(8, { title: 'Первый месяц дешевле', href: '/tariff', button: 'К тарифам' })
  beforeEach(() => {
    server.responds(site.banners, [offer])
    vi.spyOn(history, 'go').mockImplementation(() => undefined)
  })

  async function open(visit: Parameters<typeof show>[1] = {}) {
    const page = await show(<PromoOverlay />, visit)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
    fireEvent.keyDown(document.body)
    await act(() => vi.advanceTimersByTimeAsync(promoIdleMs - 1))
    expect(isShown(), 'not before the page is idle').toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(1))
    // Its code loads when it is due; fake timers do not affect a file that is fetched.
    vi.useRealTimers()
    await act(() => new Promise((resolve) => setTimeout(resolve, 60)))
    return page
  }
  const isShown = () => screen.queryByRole('dialog', { name: 'Первый месяц дешевле' }) !== null

  it('appears once the page has been idle, locks the page, and its time is stored', async () => {
    await open()
    await waitFor(() => expect(isShown()).toBe(true))
    expect(document.documentElement.hasAttribute('data-locked')).toBe(true)
    expect(Number(localStorage.getItem('ekran.promoShownAt'))).toBeGreaterThan(1_000_000_000_000)
    expect(screen.getByRole('link', { name: 'К тарифам' }).getAttribute('href')).toBe('/tariff')
  })

  it('disappears when it is closed, and unlocks the page', async () => {
    const { user } = await open()
    await waitFor(() => expect(isShown()).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(isShown()).toBe(false)
    expect(document.documentElement.hasAttribute('data-locked')).toBe(false)
  })

  it.each([
    ['a viewer', { as: viewer }],
    ['a television', { television: true }],
  ])('is not shown to %s', async (_, visit) => {
    await open(visit)
    expect(isShown()).toBe(false)
    expect(server.requests(site.banners)).toEqual([])
  })

  it('is not shown twice within a day', async () => {
    localStorage.setItem('ekran.promoShownAt', String(Date.now() - 3_600_000))
    await open()
    expect(isShown()).toBe(false)
    expect(server.requests(site.banners)).toEqual([])
  })
})
