import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { address, show, viewer } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { forgetResponses, recall, remember, renewResponses } from './requests/answers.ts'
import { call, callQuietly, useCall } from './requests/api.ts'
import { firstPageHydrated, hydrateFirstPage } from './first-page.ts'
import { connection } from './requests/connection.ts'
import { followOtherTabs } from './other-tabs.ts'
import { session } from './session.ts'
import { useLogOut } from './requests/use-log-out.ts'

const news = { endpoint: site.banners, input: { place: 'top' } } as const
const banner = (title: string) => [{ id: 1, title, text: '', image: '', href: '', button: '' }]
let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  connection.report('status')
})

/** Renders its state and the first title. */
function Region({ id = 'region', everyMs }: { readonly id?: string; readonly everyMs?: number }) {
  const state = useCall(news.endpoint, news.input, everyMs === undefined ? {} : { everyMs })
  return (
    <p data-testid={id}>
      {state.kind === 'ok' ? state.data[0]?.title : state.kind === 'refused' ? state.message : state.kind}
      {state.kind !== 'loading' && (
        <button type="button" onClick={state.retry}>
          retry
        </button>
      )}
    </p>
  )
}

function region() {
  return screen.getByTestId('region').firstChild?.textContent
}

async function shows(text: string) {
  await waitFor(() => expect(region()).toBe(text))
}

describe('a region of the page', () => {
  it('loads, and shows the response at once on return', async () => {
    server.responds(news.endpoint, banner('one'))
    const first = await show(<Region />)
    await shows('one')
    first.unmount()
    server.responds(news.endpoint, banner('two'))
    await show(<Region />)
    expect(region()).toBe('one')
    expect(server.requests(news.endpoint)).toHaveLength(1)
  })

  it('shows the cached response and refreshes it in the background when it is older than 20 seconds', async () => {
    server.responds(news.endpoint, banner('old'))
    const first = await show(<Region />)
    await shows('old')
    first.unmount()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 21_000 })
    const letThrough = server.waits(news.endpoint, banner('new'))
    await show(<Region />)
    expect(region()).toBe('old')
    letThrough()
    await shows('new')
  })

  it('keeps its content when the refresh fails, but replaces it after a rejection', async () => {
    server.responds(news.endpoint, banner('one'))
    const { user } = await show(<Region />)
    await shows('one')
    server.isLost(news.endpoint)
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(server.requests(news.endpoint)).toHaveLength(2))
    expect(region()).toBe('one')
    server.rejects(news.endpoint, { failure: 'busy', message: 'Сервис перегружен' })
    await user.click(screen.getByRole('button'))
    await shows('Сервис перегружен')
  })

  it('[LOAD-01] asks an overloaded server again when it says so, not earlier, and a limited number of times', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.rejects(news.endpoint, { failure: 'busy', message: 'Сервис перегружен', retryAfterSec: 7 })
    await show(<Region />)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(region()).toBe('Сервис перегружен')
    for (const [ms, count] of [
      [6900, 1],
      [200, 2],
      [6700, 2],
      [300, 3],
      [7000, 3],
      [1100, 4],
      [120_000, 4],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(ms))
      expect(server.requests(news.endpoint).length, `${ms}`).toBe(count)
    }
  })

  it('[LOAD-01] keeps its content while the server is overloaded, and then shows the response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.responds(news.endpoint, banner('one'))
    await show(<Region />)
    await act(() => vi.advanceTimersByTimeAsync(10))
    server.rejects(news.endpoint, { failure: 'busy', message: 'Сервис перегружен', retryAfterSec: 3 })
    act(() => screen.getByRole('button').click())
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(server.requests(news.endpoint)).toHaveLength(2)
    expect(region()).toBe('one')
    server.responds(news.endpoint, banner('two'))
    await act(() => vi.advanceTimersByTimeAsync(3100))
    expect(region()).toBe('two')
  })

  it('[SHELL-08] reports a failure at once, retries by itself, and stops after three times', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.isLost(news.endpoint)
    await show(<Region />)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(region()).toBe('unreachable')
    for (const [ms, count] of [
      [900, 1],
      [200, 2],
      [3000, 3],
      [8000, 4],
      [60_000, 4],
    ] as const) {
      await act(() => vi.advanceTimersByTimeAsync(ms))
      expect(server.requests(news.endpoint).length, `${ms}`).toBe(count)
    }
  })

  it('[SHELL-08] that was lost with the connection is requested again with it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.isLost(news.endpoint)
    await show(<Region />)
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(connection.get().reachable).toBe(false)
    server.responds(news.endpoint, banner('again'))
    await act(async () => connection.report('status'))
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(region()).toBe('again')
  })

  it('is not retried after a rejection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.rejects(news.endpoint, { failure: 'busy', message: 'no' })
    await show(<Region />)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(region()).toBe('no')
    expect(server.requests(news.endpoint)).toHaveLength(1)
  })

  it('[I18N-01] [I18N-05] is requested in the language of the page, and again when that changes', async () => {
    server.respondsBy(news.endpoint, ({ lang }) => banner(lang === 'uz' ? 'oʻzbekcha' : 'по-русски'))
    await show(<Region />)
    await shows('по-русски')
    act(() => session.setLanguage('uz'))
    await shows('oʻzbekcha')
    expect(server.requests(news.endpoint).map(({ headers }) => headers['accept-language'])).toEqual([
      'ru',
      'uz',
    ])
  })

  it('is requested again after a payment', async () => {
    server.responds(news.endpoint, banner('before'))
    await show(<Region />)
    await shows('before')
    server.responds(news.endpoint, banner('after'))
    act(renewResponses)
    await shows('after')
  })

  it('is requested periodically, only while the page is visible', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    server.responds(news.endpoint, banner('one'))
    const { unmount } = await show(<Region everyMs={5000} />)
    await shows('one')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(server.requests(news.endpoint)).toHaveLength(1)
    visibility.mockReturnValue('visible')
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(server.requests(news.endpoint)).toHaveLength(2)
    unmount()
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    expect(server.requests(news.endpoint)).toHaveLength(2)
    visibility.mockRestore()
  })

  it('ignores a response to an outdated request', async () => {
    function Film({ id }: { readonly id: number }) {
      const state = useCall(films.detail, { vid: id })
      return <p data-testid="region">{state.kind === 'ok' ? state.data.video.name : state.kind}</p>
    }
    const letFirst = server.waits(films.detail, { video: { name: 'first' } })
    const { rerender } = await show(<Film id={1} />)
    server.responds(films.detail, { video: { name: 'second' } })
    rerender(<Film id={2} />)
    await shows('second')
    letFirst()
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(region()).toBe('second')
  })

  it('[SEO-02] starts with the response embedded in the page, for a viewer until their own has loaded', async () => {
    const letThrough = server.waits(news.endpoint, banner('fresh'))
    hydrateFirstPage(
      {
        language: 'ru',
        nowSec: Math.floor(Date.now() / 1000),
        service: { name: { ru: 'Ekran', uz: 'Ekran' }, logo: '' },
        responses: { [`${news.endpoint.path} ${JSON.stringify(news.input)} ru `]: banner('drawn') },
      },
      20,
    )
    await show(<Region />, { as: viewer })
    expect(region()).toBe('drawn')
    letThrough()
    await shows('fresh')
    firstPageHydrated()
    await new Promise((resolve) => setTimeout(resolve, 30))
  })
})

describe('cached responses', () => {
  it('are at most eighty; the oldest are dropped, and one that is used again counts as new', () => {
    for (let at = 0; at < 80; at++) remember(`key ${at}`, at)
    remember('key 0', 'again')
    remember('one more', 1)
    expect(recall('key 0')?.data).toBe('again')
    expect(recall('key 1')).toBeUndefined()
    expect(recall('key 2')?.data).toBe(2)
  })

  it('are dropped by the path of their endpoint, but not those of a longer path', () => {
    remember('/list {} ru ', 1)
    remember('/list {"page":2} ru ', 2)
    remember('/list/more {} ru ', 3)
    forgetResponses('/list')
    expect([recall('/list {} ru '), recall('/list {"page":2} ru ')]).toEqual([undefined, undefined])
    expect(recall('/list/more {} ru ')?.data).toBe(3)
  })

  it('[ACC-07] are dropped with the viewer, and stay when only the token is renewed', () => {
    session.signIn(viewer)
    remember('mine', 1)
    session.renewed(viewer.token, 'token-1b')
    expect(recall('mine')?.data).toBe(1)
    session.signIn({ token: 'token-2', abonement: '2000077', deviceUid: 'device-2' })
    expect(recall('mine')).toBeUndefined()
  })
})

describe('[ACC-08] a request that the server rejects', () => {
  it.each([
    ['not_authorized', 'ended'],
    ['session_blocked', 'blocked'],
    ['session_deactivated', 'deactivated'],
  ] as const)('with %s ends the session as %s', async (failure, reason) => {
    session.signIn(viewer)
    server.rejects(accounts.info, { failure, message: '' })
    await call(accounts.info, {})
    expect(session.get().sessionEndNotice).toMatchObject({ reason, token: viewer.token, toLogin: false })
    session.readSessionEndNotice()
  })

  it('with another failure leaves the session alone', async () => {
    session.signIn(viewer)
    server.rejects(subscriptions.cost, { failure: 'tariff_not_found', message: 'Нет такого тарифа' })
    const result = await call(subscriptions.cost, { tariff_id: 1 })
    expect(result).toMatchObject({
      kind: 'refused',
      failure: 'tariff_not_found',
      message: 'Нет такого тарифа',
    })
    expect(session.get()).toMatchObject({ token: viewer.token, sessionEndNotice: null })
  })

  it('with 403 from a proxy ends it for the ten endpoints of the list, and for no other', async () => {
    session.signIn(viewer)
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 403 }))
    await call(accounts.info, {})
    expect(session.get().sessionEndNotice).toBeNull()
    await call(subscriptions.cost, { tariff_id: 1 })
    expect(session.get().sessionEndNotice?.reason).toBe('ended')
    session.readSessionEndNotice()
  })

  it('for a guest ends nothing', async () => {
    server.rejects(accounts.info, { failure: 'not_authorized', message: '' })
    await call(accounts.info, {})
    expect(session.get().sessionEndNotice).toBeNull()
  })

  it('because the token was renewed in another tab is repeated with the new one', async () => {
    session.signIn(viewer)
    let first = true
    server.respondsBy(accounts.info, () => ({ balance: 7 }))
    const respond = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!first) return respond(url, init)
      first = false
      localStorage.setItem('token', 'token-1b')
      return new Response(JSON.stringify({ error: 2, message: '', failure: 'not_authorized' }), {
        status: 403,
      })
    })
    expect(await call(accounts.info, {})).toMatchObject({ kind: 'ok', data: { balance: 7 } })
    expect(server.requests(accounts.info)[0]?.headers['authorization']).toBe('Bearer token-1b')
    expect(session.get().sessionEndNotice).toBeNull()
  })
})

describe('[SHELL-08] the effect of a request on the connection state', () => {
  it('a lost one lowers the flag, a quiet one does not, and an aborted one has no effect', async () => {
    server.isLost(accounts.info)
    await callQuietly(accounts.info, {})
    expect(connection.get().reachable).toBe(true)
    const abort = new AbortController()
    abort.abort()
    await call(accounts.info, {}, abort.signal)
    expect(connection.get().reachable).toBe(true)
    await call(accounts.info, {})
    expect(connection.get().reachable).toBe(false)
    server.responds(accounts.status, { status: 0, reason: 'none', support_phone: '', renew: 0 })
    await call(accounts.status, {})
    expect(connection.get().reachable).toBe(true)
  })

  it('a server error still counts as reachable', async () => {
    await call(accounts.info, {})
    expect(connection.get().reachable).toBe(true)
  })
})

describe('[ACC-05] the data sent with a request', () => {
  it('contains the token and the device number, and no secret in the address', async () => {
    session.signIn(viewer)
    const addresses: string[] = []
    const respond = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      addresses.push(url)
      return respond(url, init)
    })
    server.responds(accounts.info, { balance: 1 })
    await call(accounts.info, {})
    expect(server.requests(accounts.info)[0]?.headers).toMatchObject({ authorization: 'Bearer token-1' })
    expect(Object.values(server.requests(accounts.info)[0]?.headers ?? {})).toContain('device-1')
    expect(addresses.join(' ')).not.toMatch(/token-1|device-1/)
  })

  it('contains no token for a guest endpoint', async () => {
    session.signIn(viewer)
    server.responds(site.banners, [])
    await call(site.banners, { place: 'top' })
    expect(server.requests(site.banners)[0]?.headers['authorization']).toBeUndefined()
  })
})

describe('[ACC-07] a logout', () => {
  function LogOut() {
    const { busy, leave } = useLogOut()
    return (
      <button
        type="button"
        disabled={busy}
        onClick={() => void leave('no connection').then((said) => (document.title = said ?? 'left'))}
      >
        leave
      </button>
    )
  }
  beforeEach(() => {
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  })

  it('ends the session on the server first, then clears the viewer and reloads the home page', async () => {
    const letThrough = server.waits(accounts.logout, {})
    const { user } = await show(<LogOut />, { at: '/cabinet', as: viewer })
    await user.click(screen.getByRole('button'))
    expect(session.get().token).toBe(viewer.token)
    expect(screen.getByRole('button')).toHaveProperty('disabled', true)
    letThrough()
    await waitFor(() => expect(session.get().token).toBeNull())
    expect(address()).toBe('/')
    expect(localStorage.getItem('token')).toBeNull()
    expect(location.reload).toHaveBeenCalled()
  })

  it('without a connection keeps the viewer and shows a message', async () => {
    server.isLost(accounts.logout)
    const { user } = await show(<LogOut />, { at: '/cabinet', as: viewer })
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(document.title).toBe('no connection'))
    expect(session.get().token).toBe(viewer.token)
    expect(address()).toBe('/cabinet')
  })

  it('of a session that has already ended also succeeds', async () => {
    server.rejects(accounts.logout, { failure: 'not_authorized', message: 'Сессия завершена' })
    const { user } = await show(<LogOut />, { as: viewer })
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(session.get().token).toBeNull())
    expect(session.get().sessionEndNotice).toBeNull()
  })

  it('in another tab is applied in this one, and so are a login and a language', () => {
    followOtherTabs()
    session.signIn(viewer)
    localStorage.removeItem('token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(session.get().token).toBeNull()
    localStorage.setItem('token', 'token-9')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(session.get().token).toBe('token-9')
    localStorage.setItem('lang', 'uz')
    window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }))
    expect(session.get().language).toBe('ru')
    window.dispatchEvent(new StorageEvent('storage', { key: 'lang' }))
    expect(session.get().language).toBe('uz')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(session.get().token).toBeNull()
  })
})
