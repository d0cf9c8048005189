import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { channels } from '#contract/channels/channels.ts'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { recall, remember } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { connection } from '#web/session/requests/connection.ts'
import { session } from '#web/session/session.ts'
import { ChunkError } from '#web/ui/lazy/lazy-limit.ts'
import { RouteError } from './page/route-error.tsx'
import { Shell } from './shell.tsx'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  connection.report('status')
  server.responds(accounts.status, { status: 0, reason: 'good', support_phone: '', renew: 0 })
  server.responds(site.ipCheck, { is_tasix: 1 })
  server.respondsBy(site.title, ({ path }) => ({ title: `Title of ${String(path)}`, desc: 'What it is' }))
  document.title = 'before'
})

function Screen() {
  return (
    <>
      <h1>The screen</h1>
      <button type="button">a button</button>
    </>
  )
}

function open(at: string, as?: typeof viewer) {
  return show(<Screen />, { at, shell: Shell, ...(as === undefined ? {} : { as }) })
}

function landmarks() {
  return {
    header: screen.queryAllByRole('banner').length,
    footer: screen.queryAllByRole('contentinfo').length,
  }
}

describe('[SHELL-03] the shell', () => {
  it.each([
    ['/', { header: 1, footer: 1 }],
    ['/movies', { header: 1, footer: 1 }],
    ['/login', { header: 0, footer: 0 }],
    ['/channel/7', { header: 1, footer: 0 }],
    ['/uz/channel/7', { header: 1, footer: 0 }],
    ['/no/such/page', { header: 1, footer: 0 }],
  ])('of %s has the parts its page needs', async (path, target) => {
    await open(path)
    expect(landmarks()).toEqual(target)
  })

  it('[SHELL-02] shows for an unknown address that there is no such page', async () => {
    await open('/no/such/page')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Страница не найдена')
    expect(screen.queryByText('The screen')).toBeNull()
  })

  it('focuses a new page, and keeps the focus for a change within a page', async () => {
    const { router, user } = await open('/movies')
    const button = screen.getByRole('button', { name: 'a button' })
    await user.click(button)
    await act(async () => router.navigate('?genre=7'))
    expect(document.activeElement).toBe(button)
    await act(async () => router.navigate('/kids'))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('[SHELL-05] a page for viewers', () => {
  it.each(['/my/history?page=2', '/cabinet', '/cabinet/payment-history', '/cabinet/devices'])(
    '%s sends a guest to the login, which returns to it',
    async (path) => {
      const { router } = await open(path)
      expect(router.get().location).toMatchObject({ pathname: '/login', state: { from: path } })
    },
  )

  it('is shown to a viewer', async () => {
    await open('/cabinet', viewer)
    expect(address()).toBe('/cabinet')
    expect(screen.getByText('The screen')).toBeTruthy()
  })
})

describe('[ACC-06] the access check', () => {
  it('runs at the start and on every page, and keeps a valid token', async () => {
    const { router } = await open('/', viewer)
    await waitFor(() => expect(server.requests(accounts.status)).toHaveLength(1))
    await act(async () => router.navigate('/tv'))
    await waitFor(() => expect(server.requests(accounts.status)).toHaveLength(2))
    expect(server.requests(accounts.status)[1]?.headers['authorization']).toBe('Bearer token-1')
    expect(session.get().token).toBe('token-1')
    expect(document.documentElement.dataset['auth']).toBe('user')
  })

  it('does not run for a guest', async () => {
    await open('/')
    await waitFor(() => expect(server.requests(site.ipCheck)).toHaveLength(1))
    expect(server.requests(accounts.status)).toEqual([])
    expect(document.documentElement.dataset['auth']).toBe('guest')
  })

  it('removes an invalid token, and shows a message', async () => {
    server.responds(accounts.status, { status: 1, reason: 'none', support_phone: '', renew: 0 })
    await open('/movies', viewer)
    await waitFor(() => expect(session.get().token).toBeNull())
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('access')).toBeNull()
    expect(await screen.findByText(/[Сс]еанс|[Сс]ессия/)).toBeTruthy()
  })

  it('[ACC-11] shows a blocked account whom to call', async () => {
    server.responds(accounts.status, {
      status: 1,
      reason: 'blocked',
      support_phone: '+998 71 200-00-14',
      renew: 0,
    })
    await open('/movies', viewer)
    expect((await screen.findByRole('link', { name: /200-00-14/ })).getAttribute('href')).toBe(
      'tel:+998712000014',
    )
  })

  it('changes nothing when the server is unreachable', async () => {
    server.isLost(accounts.status)
    await open('/movies', viewer)
    await waitFor(() => expect(connection.get().reachable).toBe(false))
    expect(session.get().token).toBe('token-1')
    expect(screen.getByText('The screen')).toBeTruthy()
  })

  it('[REGION-01] requests the region on every page, and keeps its value when the request fails', async () => {
    server.responds(site.ipCheck, { is_tasix: 0 })
    const { router } = await open('/')
    await waitFor(() => expect(session.get().world).toBe(true))
    server.isLost(site.ipCheck)
    await act(async () => router.navigate('/tv'))
    await waitFor(() => expect(session.get().worldLoading).toBe(false))
    expect(server.requests(site.ipCheck)).toHaveLength(2)
    expect(session.get().world).toBe(true)
  })
})

describe('[ACC-08] a session that the server has rejected', () => {
  it('clears the storage after two seconds, and leads from a channel to the login and back', async () => {
    const { router } = await open('/channel/7', viewer)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    localStorage.setItem('something', 'of the viewer')
    server.rejects(channels.detail, { failure: 'not_authorized', message: 'Сессия завершена' })
    await act(async () => void (await call(channels.detail, { cid: 7 })))
    expect(localStorage.getItem('something')).toBe('of the viewer')
    await act(async () => vi.advanceTimersByTime(2000))
    expect(localStorage.getItem('something')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(router.get().location).toMatchObject({ pathname: '/login', state: { from: '/channel/7' } })
  })
})

describe('[SHELL-06] the caches cleared by a navigation', () => {
  const channelKey = `${channels.list.path} {} ru 1000042`
  const filmKey = `${films.list.path} {"page":1} ru 1000042`

  it.each(['/cabinet', '/login'])('%s clears the channels only', async (path) => {
    const { router } = await open('/movies', viewer)
    remember(channelKey, { channels: [] })
    remember(filmKey, { films: [] })
    await act(async () => router.navigate(path))
    expect(recall(channelKey)).toBeUndefined()
    expect(recall(filmKey)).toBeDefined()
  })

  it('from the login to the films clears the films, from elsewhere it does not', async () => {
    const { router } = await open('/kids', viewer)
    remember(filmKey, { films: [] })
    await act(async () => router.navigate('/movies'))
    expect(recall(filmKey)).toBeDefined()
    await act(async () => router.navigate('/login'))
    await act(async () => router.navigate('/movies'))
    expect(recall(filmKey)).toBeUndefined()
  })
})

describe('[SEO-01] the title of the page', () => {
  it('is requested by the full path, and again on another page', async () => {
    const { router } = await open('/movies')
    await waitFor(() => expect(document.title).toBe('Title of /movies'))
    expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe('What it is')
    await act(async () => router.navigate('/movie/7'))
    await waitFor(() => expect(document.title).toBe('Title of /movie/7'))
  })

  it('stays when the server has none', async () => {
    server.responds(site.title, { title: '', desc: '' })
    await open('/movies')
    await waitFor(() => expect(server.requests(site.title)).toHaveLength(1))
    expect(document.title).toBe('before')
  })

  it('of an address with a language prefix is requested in that language', async () => {
    await open('/uz/movies')
    expect(session.get().language).toBe('uz')
    expect(document.documentElement.lang).toBe('uz')
    await waitFor(() => expect(document.title).toBe('Title of /uz/movies'))
  })
})

describe('[SHELL-07] a page that cannot be shown', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  })

  it('that threw while rendering shows a message and offers a reload', async () => {
    const { user } = await show(<RouteError error={new Error('broken')} />)
    expect(screen.getByRole('heading').textContent).toBe('Упс, что-то пошло не так')
    await user.click(screen.getByRole('button', { name: 'Перезагрузить страницу' }))
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  it('whose code failed to load has its own text, in Uzbek too', async () => {
    sessionStorage.setItem('reloaded-for', '/movies')
    const error = new ChunkError('no answer')
    await show(<RouteError error={error} />, { at: '/movies' })
    expect(screen.getByText('Часть страницы не загрузилась. Возможно, вышло обновление.')).toBeTruthy()
    expect(location.reload).not.toHaveBeenCalled()
  })

  it('whose code is missing after an update is reloaded, once', async () => {
    const first = await show(<RouteError error={new ChunkError('gone')} />, { at: '/movies' })
    await waitFor(() => expect(location.reload).toHaveBeenCalledTimes(1))
    first.unmount()
    await show(<RouteError error={new ChunkError('gone')} />, { at: '/movies' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(screen.getByRole('heading').textContent).toBe('Упс, что-то пошло не так')
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  it('[SHELL-08] without a connection shows a message, and is reloaded when the connection is back', async () => {
    server.isLost(accounts.status)
    const { user } = await show(<RouteError error={new ChunkError('lost')} />, { at: '/movies' })
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Нет подключения к интернету'))
    server.responds(accounts.status, { status: 0, reason: 'none', support_phone: '', renew: 0 })
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(location.reload).toHaveBeenCalled())
  })
})
