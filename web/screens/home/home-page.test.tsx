import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { films, type FilmDetail } from '#contract/films/films.ts'
import { viewing } from '#contract/films/viewing.ts'
import { deletePositions, storedPositions, storePosition } from '#player/dom/stored-positions.ts'
import { buildFilmDetail } from '#tests/kit/dom/build-film.ts'
import { site } from '#contract/site/site.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { closeCardMenu } from '#web/features/card-menu/television-card.ts'
import { notePlaying } from '#web/session/nags.ts'
import { TelevisionDialogs } from '#web/shell/television/television-dialogs.tsx'
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

  const stored = { owner: '', sec: 600, isFinished: false, isSent: false }
  const store = (...vids: readonly number[]) => {
    for (const vid of vids) storePosition({ ...stored, vid, vfid: vid * 10, atSec: 1_800_000_000 + vid })
  }
  const answerBy = (access: (vid: number) => FilmDetail['access']) =>
    server.respondsBy(films.publicDetail, ({ vid }) => ({
      video: buildFilmDetail({ vid: Number(vid), access: access(Number(vid)) }),
    }))
  const free = { state: 'watch', price: null } as const

  it('[GUEST-01] of a guest are those that the browser has stored', async () => {
    store(1, 3)
    answerBy(() => free)
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

  it.each([
    ['ru', 'По подписке', 'Войдите, чтобы смотреть', 'осталось'],
    ['uz', 'Obuna boʻyicha', 'Tomosha qilish uchun kiring', 'qoldi'],
  ] as const)(
    '[GUEST-01] of a guest that are no longer free stay with their place, marked, and lead to the film: %s',
    async (language, inTariff, toLogIn, left) => {
      store(1, 2, 3)
      answerBy((vid) =>
        vid === 2 ? { state: 'login', price: 20_000 } : vid === 3 ? { state: 'login', price: null } : free,
      )
      const { user } = await show(<ContinueRail />, { language })
      const closed = await screen.findByRole('link', { name: /Фильм 2/ })
      expect(closed.getAttribute('href')).toBe('/movie/2')
      expect(words(closed)).toContain(`${inTariff} · `)
      expect(words(closed)).toContain(left)
      expect(closed.innerHTML, 'the bar shows the place').toContain('scaleX(0.1')
      expect(closed.querySelector('path[d^="M6 11h12v9H6z"]'), 'a lock, nothing to play').not.toBeNull()
      expect(words(screen.getByRole('link', { name: /Фильм 3/ }))).toContain(`${toLogIn} · `)
      const open = screen.getByRole('link', { name: /Фильм 1/ })
      expect(open.getAttribute('href')).toBe('/movie/1?watch=10')
      expect(words(open)).not.toMatch(new RegExp(`${inTariff}|${toLogIn}`))
      expect(storedPositions('', 2), 'a login takes it over').toMatchObject([{ sec: 600 }])
      await user.click(closed)
      expect(address()).toBe('/movie/2')
      deletePositions('', null)
    },
  )

  it('[REMOTE-01] [GUEST-01] open a menu on a television, which resumes only what is free', async () => {
    store(1, 2)
    answerBy((vid) => (vid === 2 ? { state: 'login', price: 20_000 } : free))
    const page = (
      <>
        <ContinueRail />
        <TelevisionDialogs />
      </>
    )
    await show(page, { television: true })
    const menuOf = async (name: RegExp) => {
      fireEvent.keyDown(await screen.findByRole('link', { name }), { key: 'ContextMenu' })
      const items = [...screen.getByRole('dialog').querySelectorAll('a')].map((item) => item.textContent)
      act(closeCardMenu)
      return items
    }
    expect(await menuOf(/Фильм 1/)).toEqual(['Продолжить просмотр', 'О фильме'])
    expect(await menuOf(/Фильм 2/)).toEqual(['Открыть'])
    deletePositions('', null)
  })

  it('[GUEST-01] of a guest that the catalogue no longer has are not in the rail', async () => {
    store(1)
    server.rejects(films.publicDetail, { failure: 'title_not_found', message: 'Такого фильма нет' })
    await open()
    await waitFor(() => expect(server.requests(films.publicDetail)).toHaveLength(1))
    await act(async () => undefined)
    expect(screen.queryByRole('link')).toBeNull()
    deletePositions('', null)
  })

  it('[GUEST-01] of a guest that are closed for a while come back', async () => {
    store(1)
    answerBy(() => ({ state: 'unavailable', price: null }))
    const { unmount } = await open()
    await waitFor(() => expect(server.requests(films.publicDetail)).toHaveLength(1))
    await act(async () => undefined)
    expect(screen.queryByRole('link')).toBeNull()
    unmount()
    answerBy(() => free)
    await open()
    await screen.findByRole('link', { name: /Фильм 1/ })
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

  it('stays until it is closed, also when the page has been idle again', async () => {
    await open()
    await waitFor(() => expect(isShown()).toBe(true))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
    fireEvent.keyDown(document.body)
    await act(() => vi.advanceTimersByTimeAsync(10 * promoIdleMs))
    vi.useRealTimers()
    expect(isShown()).toBe(true)
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

  it('does not come while something plays, and comes once that has ended and the page is idle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
    notePlaying(true)
    await show(<PromoOverlay />)
    fireEvent.keyDown(document.body)
    await act(() => vi.advanceTimersByTimeAsync(30 * promoIdleMs))
    expect(server.requests(site.banners)).toEqual([])
    notePlaying(false)
    await act(() => vi.advanceTimersByTimeAsync(promoIdleMs))
    vi.useRealTimers()
    await waitFor(() => expect(isShown()).toBe(true))
  })

  it('is not shown twice within a day', async () => {
    localStorage.setItem('ekran.promoShownAt', String(Date.now() - 3_600_000))
    await open()
    expect(isShown()).toBe(false)
    expect(server.requests(site.banners)).toEqual([])
  })
})
