import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { site } from '#contract/site/site.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { buildDownload } from '#tests/kit/dom/build-download.ts'
import { address, keepNothing, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { addDownload } from '#web/downloads/download-list.ts'
import { askToLogIn } from '#web/session/login-needed.ts'
import { connection } from '#web/session/requests/connection.ts'
import { closeNag, notePlaying, restMs, takeNag, undisturbedMs } from '#web/session/nags.ts'
import { session } from '#web/session/session.ts'
import { ConnectionBar } from './dialogs/connection-bar.tsx'
import { Footer } from './page/footer.tsx'
import { Header } from './header/header.tsx'
import { LanguageOffer } from './header/language-offer.tsx'
import { LanguageSwitch } from './header/language-switch.tsx'
import { LoginNeeded } from './dialogs/login-needed.tsx'
import { SideRail } from './header/side-rail.tsx'
import { TabBar } from './header/tab-bar.tsx'
import indexHtml from '#web/index.html?raw'
import { TopBanner } from './header/top-banner.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
})

function hrefs(within_: HTMLElement = document.body) {
  return within(within_)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
}

describe('[SHELL-03] the menus', () => {
  it("of a phone links to the first three sections, the search and the viewer's lists", async () => {
    const { user } = await show(<TabBar />, { at: '/uz/tv', as: viewer })
    expect(hrefs()).toEqual(['/', '/tv', '/movies', '/search', '/my/favorites'])
    expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/tv')
    await user.click(screen.getByRole('link', { name: 'Моё' }))
    expect(screen.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/my/favorites')
  })

  it('of a television has every section and shows where a guest logs in', async () => {
    const { user, router } = await show(<SideRail />, { at: '/serials', television: true })
    expect(hrefs().slice(1, 7)).toEqual(['/', '/tv', '/movies', '/serials', '/kids', '/uzb'])
    await user.click(screen.getByRole('link', { name: 'Войти' }))
    expect(router.get().location).toMatchObject({ pathname: '/login', state: { from: '/serials' } })
  })

  it('of a television links a viewer to the cabinet', async () => {
    await show(<SideRail />, { as: viewer, television: true })
    expect(screen.queryByRole('link', { name: 'Войти' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Кабинет' }).getAttribute('href')).toBe('/cabinet')
  })

  it('at the foot of the page has every page about the service, in both languages', async () => {
    await show(<Footer />, { at: '/tariff' })
    const service = screen.getByRole('navigation', { name: 'О сервисе и помощь' })
    const first = ['/tariff', '/pay', '/answers', '/status', '/about']
    const all = [...first, '/android', '/lg', '/samsung', '/job', '/policy']
    expect(hrefs(service)).toEqual(all)
    expect(within(service).getByText('Условия')).toBeTruthy()
    act(() => session.setLanguage('uz'))
    expect(hrefs(service)).toEqual(all)
    expect(within(service).queryByText('Условия')).toBeNull()
  })

  it('[SEARCH-01] opens the search with "/" anywhere except in a text field', async () => {
    const page = (
      <>
        <Header />
        <input aria-label="field" />
      </>
    )
    const { user } = await show(page, { at: '/kids' })
    await user.type(screen.getByRole('textbox', { name: 'field' }), '/')
    expect(address()).toBe('/kids')
    await user.click(document.body)
    await user.keyboard('{Control>}/{/Control}')
    expect(address()).toBe('/kids')
    await user.keyboard('/')
    expect(address()).toBe('/search')
  })

  it('[SEARCH-01] focuses the field when the search is already open', async () => {
    const page = (
      <>
        <Header />
        <input data-search-field="" aria-label="field" />
      </>
    )
    const { user } = await show(page, { at: '/search?q=a' })
    await user.keyboard('/')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'field' })
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('')
    expect(address()).toBe('/search?q=a')
  })
})

describe('[I18N-01] the language', () => {
  it('changes every text at once and is stored', async () => {
    const { user } = await show(<Header />, { at: '/tv' })
    expect(screen.getByRole('button', { name: 'RU, Русский' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'UZ, Oʻzbekcha' }))
    expect(screen.getByRole('link', { name: 'Kirish' })).toBeTruthy()
    expect(screen.queryByText('Войти')).toBeNull()
    expect(localStorage.getItem('lang')).toBe('uz')
    expect(address()).toBe('/tv')
  })

  it('[SHELL-11] changes the address where it contains the language, without a history entry', async () => {
    const { user } = await show(<LanguageSwitch long />, { at: '/uz/serials?genre=7', language: 'uz' })
    const before = history.length
    await user.click(screen.getByRole('button', { name: 'Русский' }))
    expect(address()).toBe('/ru/serials?genre=7')
    expect(history.length).toBe(before)
    expect(session.get().language).toBe('ru')
  })

  it('is offered to a browser that prefers Uzbek, and either answer is a choice', async () => {
    document.documentElement.dataset['offerUz'] = ''
    const { user, unmount } = await show(<LanguageOffer />)
    await user.click(screen.getByRole('button', { name: 'Oʻzbekcha' }))
    expect(session.get().language).toBe('uz')
    expect(document.documentElement.dataset['offerUz']).toBeUndefined()
    expect(screen.queryByRole('complementary')).toBeNull()
    unmount()
    document.documentElement.dataset['offerUz'] = ''
    const again = await show(<LanguageOffer />)
    await again.user.click(screen.getByRole('button', { name: 'Yoʻq, rus tilida qolsin' }))
    expect(localStorage.getItem('lang')).toBe('ru')
    expect(document.documentElement.dataset['offerUz']).toBeUndefined()
  })

  it('[SHELL-03] is not offered beside another line that is there', async () => {
    document.documentElement.dataset['offerUz'] = ''
    takeNag('update')
    await show(<LanguageOffer />)
    expect(document.documentElement.dataset['offerUz'], 'the style sheet hides it').toBeUndefined()
  })
})

describe('[SHELL-08] the line about the connection', () => {
  beforeEach(() => connection.report('status'))

  it('is shown while the server is unreachable and disappears by itself', async () => {
    server.responds(accounts.status, { status: 0, reason: 'none', support_phone: '', renew: 0 })
    await show(<ConnectionBar />)
    const bar = screen.getByRole('status')
    expect(bar.textContent).toBe('')
    act(() => connection.report('network_error'))
    expect(bar.textContent).toMatch(/^Нет подключения к интернету/)
    act(() => connection.report('other_answer'))
    await waitFor(() => expect(bar.textContent).toBe(''))
    expect(server.requests(accounts.status)).toHaveLength(1)
  })

  it('sends a request when the network is reported back, and trusts only the server', async () => {
    server.isLost(accounts.status)
    await show(<ConnectionBar />)
    act(() => connection.report('network_error'))
    const before = server.requests(accounts.status).length
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(server.requests(accounts.status)).toHaveLength(before + 1)
    expect(connection.get().reachable).toBe(false)
    server.responds(accounts.status, { status: 0, reason: 'none', support_phone: '', renew: 0 })
    await act(async () => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(connection.get().reachable).toBe(true))
  })

  it('[PLAYER-08] links to what can be watched offline', async () => {
    session.signIn(viewer)
    addDownload(buildDownload({ vfid: 1, state: 'paused', uri: '' }))
    await show(<ConnectionBar />, { as: viewer })
    act(() => connection.report('network_error'))
    expect(screen.queryByRole('link')).toBeNull()
    act(() => connection.report('status'))
    addDownload(buildDownload({ vfid: 1 }))
    act(() => connection.report('network_error'))
    expect(screen.getByRole('link', { name: 'Смотреть загрузки' }).getAttribute('href')).toBe('/my/downloads')
    cleanup()
    await show(<ConnectionBar />, { as: viewer, at: '/my/downloads' })
    expect(screen.getByRole('status').textContent).toMatch(/^Нет подключения/)
    expect(screen.queryByRole('link'), 'not to the page that is open').toBeNull()
  })
})

describe('[SHELL-03] the banner above every page', () => {
  const banners = [
    { id: 5, title: 'Новый тариф', text: 'С первого числа', image: '', href: '/tariff', button: 'Подробнее' },
    { id: 4, title: 'Профилактика', text: '', image: '', href: '', button: '' },
  ]

  /** For a device on which those before were closed. */
  const others = banners.map((banner) => ({ ...banner, id: banner.id + 10 }))

  /** A banner that arrives late is shown from the next page on: the first page only requests it. */
  async function showWithBanners(these = banners) {
    server.responds(site.banners, these)
    const page = await show(<TopBanner />, { at: '/kids' })
    await waitFor(() => expect(server.requests(site.banners)).toHaveLength(1))
    await act(async () => page.router.navigate('/tv'))
    return page
  }

  it('does not move the page under the finger: it is shown from the next page on', async () => {
    server.responds(site.banners, banners)
    const page = await show(<TopBanner />, { at: '/kids' })
    await waitFor(() => expect(server.requests(site.banners)).toHaveLength(1))
    expect(screen.queryByRole('complementary')).toBeNull()
    await act(async () => page.router.navigate('/tv'))
    expect(screen.getByRole('complementary', { name: 'Новый тариф' })).toBeTruthy()
  })

  it('links to its address', async () => {
    const { user } = await showWithBanners()
    expect(screen.getByText('С первого числа')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Подробнее' }))
    expect(address()).toBe('/tariff')
  })

  it('that is closed stays closed on this device; the next one comes on another page, after a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { user, router } = await showWithBanners()
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    await act(async () => router.navigate('/movies'))
    expect(screen.queryByRole('complementary'), 'nothing follows at once').toBeNull()
    vi.setSystemTime(Date.now() + restMs)
    await act(async () => router.navigate('/kids'))
    expect(screen.getByRole('complementary', { name: 'Профилактика' })).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Закрыть' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(JSON.parse(localStorage.getItem('ekran.closedBanners') ?? '')).toEqual([4, 5])
  })

  it('gives way to what comes of itself, moves nothing, and is back on the next page', async () => {
    const { router } = await showWithBanners(others)
    const banner = () => document.querySelector<HTMLElement>('[data-banner]')
    expect(banner()?.dataset['unseen']).toBeUndefined()
    let end: (() => void) | null = null
    await act(async () => {
      end = takeNag('promo')
    })
    expect(end, 'an offer may take its place').not.toBeNull()
    expect(banner()?.dataset['unseen'], 'it keeps its height, unseen').toBe('true')
    await act(async () => router.navigate('/movies'))
    expect(banner(), 'on another page there is no place for it').toBeNull()
    await act(async () => end?.())
    expect(banner(), 'it does not move the page that is open').toBeNull()
    await act(async () => router.navigate('/kids'))
    expect(banner()?.dataset['unseen']).toBeUndefined()
    expect(screen.getByRole('complementary', { name: 'Новый тариф' })).toBeTruthy()
  })

  it('does not come in the minute after something else was closed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server.responds(site.banners, others)
    const { router } = await show(<TopBanner />, { at: '/kids' })
    await waitFor(() => expect(server.requests(site.banners)).toHaveLength(1))
    await act(async () => closeNag('guest_line'))
    await act(async () => router.navigate('/tv'))
    expect(screen.queryByRole('complementary')).toBeNull()
    vi.setSystemTime(Date.now() + restMs)
    await act(async () => router.navigate('/movies'))
    expect(screen.getByRole('complementary')).toBeTruthy()
  })

  it('is not seen in the first half minute of playing', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const { router } = await showWithBanners(others)
    const banner = () => document.querySelector<HTMLElement>('[data-banner]')
    await act(async () => notePlaying(true))
    expect(banner()?.dataset['unseen']).toBe('true')
    await act(async () => router.navigate('/movies'))
    expect(banner(), 'nor on a page that is opened meanwhile').toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(undisturbedMs))
    expect(banner()).toBeNull()
    await act(async () => router.navigate('/kids'))
    expect(banner()?.dataset['unseen']).toBeUndefined()
    expect(banner()).not.toBeNull()
  })

  it('that was closed is not seen in the page of the server either, before the scripts know it', () => {
    const scripts = [...indexHtml.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script)
    const script = scripts.find((one) => one.includes('ekran.closedBanners')) ?? ''
    const { dataset } = document.documentElement
    const runFor = (stored: string | null) => {
      delete dataset['nagClosed']
      if (stored !== null) localStorage.setItem('ekran.closedBanners', stored)
      document.body.innerHTML = '<aside data-banner="25"></aside>'
      new Function(script)()
      document.body.innerHTML = ''
      return 'nagClosed' in dataset
    }
    expect(runFor(null)).toBe(false)
    expect(runFor('[24,26]')).toBe(false)
    expect(runFor('[24,25]')).toBe(true)
    expect(runFor('broken')).toBe(false)
  })

  it('is missing when there is none or it failed to load', async () => {
    server.rejects(site.banners, { failure: 'busy', message: 'занято' })
    const page = await show(<TopBanner />)
    await waitFor(() => expect(server.requests(site.banners)).toHaveLength(1))
    await act(async () => page.router.navigate('/tv'))
    expect(document.body.textContent).toBe('')
  })
})

describe('a guest who uses a feature for viewers', () => {
  it('sees a message, and is sent to the login and back to the page', async () => {
    const { user, router } = await show(<LoginNeeded />, { at: '/movie/7?from=kids' })
    act(() => askToLogIn())
    const dialog = await screen.findByRole('dialog', { name: 'Для этого необходимо авторизоваться' })
    await user.click(within(dialog).getByRole('link', { name: 'Войти' }))
    expect(router.get().location).toMatchObject({ pathname: '/login', state: { from: '/movie/7?from=kids' } })
    expect(screen.queryByText('Не сейчас')).toBeNull()
  })

  it('may return to another page than the current one', async () => {
    const { user, router } = await show(<LoginNeeded />)
    act(() => askToLogIn('/channel/5'))
    await user.click(await screen.findByRole('link', { name: 'Войти' }))
    expect(router.get().location.state).toEqual({ from: '/channel/5' })
  })

  it.each(['Не сейчас', 'Закрыть'])('may close it with "%s"', async (name) => {
    const { user } = await show(<LoginNeeded />, { at: '/kids' })
    act(() => askToLogIn())
    await user.click(await screen.findByRole('button', { name }))
    expect(screen.queryByRole('link', { name: 'Войти' })).toBeNull()
    expect(address()).toBe('/kids')
  })

  it('sees it no more after a login', async () => {
    await show(<LoginNeeded />)
    act(() => askToLogIn())
    await screen.findByRole('link', { name: 'Войти' })
    act(() => session.signIn(viewer))
    expect(screen.queryByRole('link', { name: 'Войти' })).toBeNull()
  })
})

describe('a device that cannot store data', () => {
  it('closes a banner until the page is reloaded', async () => {
    server.responds(site.banners, [{ id: 9, title: 'Кино', text: '', image: '', href: '', button: '' }])
    const page = await show(<TopBanner />)
    await waitFor(() => expect(server.requests(site.banners)).toHaveLength(1))
    await act(async () => page.router.navigate('/tv'))
    const end = keepNothing()
    await page.user.click(screen.getByRole('button', { name: 'Закрыть' }))
    end()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
