import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { createBrowserRouter, standingRouter, type Loaded, type Router } from './create-router.ts'
import { useScrollRestoration } from './hooks.ts'
import {
  Link,
  NavLink,
  Navigate,
  Outlet,
  useIsWaiting,
  useLocation,
  useParams,
  useSearchParams,
} from './router.ts'
import { CurrentPage } from './current-page.tsx'

function address() {
  return location.pathname + location.search + location.hash
}

function screenOf(name: string): ComponentType {
  return function Screen() {
    return (
      <main id="main">
        <h1>{name}</h1>
        <a href="/inside">{`a link of ${name}`}</a>
      </main>
    )
  }
}

/** A chunk that loads when the test says so. */
function pending(name: string) {
  let come: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const loaded = new Promise<ComponentType>((resolve, reject) => {
    come = () => resolve(screenOf(name))
    fail = reject
  })
  return { loaded, come, fail }
}

let places: Map<string, Loaded>
const prepared: string[] = []
let router: Router

function Shell() {
  useScrollRestoration()
  return (
    <>
      <p role="status">{useIsWaiting() ? 'waiting' : ''}</p>
      <Outlet />
    </>
  )
}

async function open(at: string, shell: ComponentType = Shell) {
  history.replaceState(null, '', at)
  router = createBrowserRouter((pathname) => {
    prepared.push(pathname)
    return places.get(pathname) ?? screenOf(pathname)
  })
  await act(async () =>
    render(
      <CurrentPage
        router={router}
        shell={shell}
        waiting={() => <p>first page on its way</p>}
        broken={({ error }) => <p role="alert">{String(error)}</p>}
      />,
    ),
  )
}

const go = (...to: Parameters<Router['navigate']>) => act(async () => void (await router.navigate(...to)))
const title = () => screen.queryByRole('heading')?.textContent

beforeEach(() => {
  places = new Map()
  prepared.length = 0
  window.scrollTo = ((x: number | ScrollToOptions, y?: number) => {
    Object.defineProperty(window, 'scrollY', { value: typeof x === 'number' ? y : x.top, configurable: true })
  }) as typeof window.scrollTo
  window.scrollTo(0, 0)
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

describe('a page rendered by the server', () => {
  it('[SEO-02] is hydrated as it was rendered, though its reader has navigated before, and then shows the current page', async () => {
    const frame = { shell: Shell, waiting: () => null, broken: () => null }
    history.replaceState(null, '', '/one')
    const one = { pathname: '/one', search: '', hash: '', state: null, key: 'default' }
    const [first, second] = [screenOf('/one'), screenOf('/two')]
    const root = document.createElement('div')
    document.body.append(root)
    root.innerHTML = renderToString(<CurrentPage router={standingRouter(one, first)} {...frame} />)
    const drawn = root.querySelector('h1')
    router = createBrowserRouter((pathname) => (pathname === '/one' ? first : second))
    await router.navigate('/two')
    const mismatches: unknown[] = []
    const onRecoverableError = (error: unknown) => void mismatches.push(error)
    const shown = await act(async () =>
      hydrateRoot(root, <CurrentPage router={router} {...frame} />, { onRecoverableError }),
    )
    expect(mismatches).toEqual([])
    expect([drawn?.textContent, root.querySelector('h1')?.textContent]).toEqual(['/one', '/two'])
    await act(async () => shown.unmount())
    root.remove()
  })
})

describe('a navigation', () => {
  it("keeps the previous page until the next one's code has loaded, and then changes the address", async () => {
    await open('/one')
    const two = pending('two')
    places.set('/two', two.loaded)
    void router.navigate('/two')
    await act(async () => undefined)
    expect([title(), address(), screen.getByRole('status').textContent]).toEqual(['/one', '/one', 'waiting'])
    await act(async () => two.come())
    expect([title(), address(), screen.getByRole('status').textContent]).toEqual(['two', '/two', ''])
  })

  it('goes to the last choice, whichever code loads first', async () => {
    await open('/one')
    const [two, three] = [pending('two'), pending('three')]
    places.set('/two', two.loaded).set('/three', three.loaded)
    void router.navigate('/two')
    void router.navigate('/three')
    await act(async () => three.come())
    await act(async () => two.come())
    expect([title(), address()]).toEqual(['three', '/three'])
  })

  it('[SHELL-07] whose code fails to load shows an error, and another page can be opened', async () => {
    await open('/one')
    const two = pending('two')
    places.set('/two', two.loaded)
    void router.navigate('/two')
    await act(async () => two.fail(new Error('no such file')))
    expect(screen.getByRole('alert').textContent).toContain('no such file')
    await go('/three')
    expect(title()).toBe('/three')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[SHELL-07] that throws while rendering shows an error, and another page can be opened', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    places.set('/broken', () => {
      throw new Error('broken screen')
    })
    await open('/one')
    await go('/broken')
    expect(screen.getByRole('alert').textContent).toContain('broken screen')
    await go('/one')
    expect(title()).toBe('/one')
    errors.mockRestore()
  })

  it('shows a placeholder for the first page while its code loads', async () => {
    const one = pending('one')
    places.set('/one', one.loaded)
    await open('/one')
    expect(screen.getByText('first page on its way')).toBeTruthy()
    await act(async () => one.come())
    expect(title()).toBe('one')
  })

  it('passes a state on, which survives a reload', async () => {
    await open('/one')
    await go('/login', { state: { from: '/kids' } })
    expect(router.get().location.state).toEqual({ from: '/kids' })
    const reloaded = createBrowserRouter(() => screenOf('again'))
    expect(reloaded.get().location).toMatchObject({ pathname: '/login', state: { from: '/kids' } })
  })

  it('replaces the history entry when requested', async () => {
    await open('/one')
    const before = history.length
    await go('/two', { replace: true })
    expect([address(), history.length]).toEqual(['/two', before])
    await go('/three')
    expect(history.length).toBe(before + 1)
  })
})

describe('[SHELL-04] the scroll position of a page', () => {
  /** The browser's Back, which happy-dom lacks. */
  async function back(to: string, entry: unknown) {
    history.replaceState(entry, '', to)
    await act(async () => void window.dispatchEvent(new PopStateEvent('popstate', { state: entry })))
  }

  it('starts at the top, and is restored on return', async () => {
    await open('/one')
    await go('/list')
    const entry: unknown = history.state
    window.scrollTo(0, 700)
    await go('/film')
    expect(window.scrollY).toBe(0)
    await back('/list', entry)
    expect([title(), window.scrollY]).toEqual(['/list', 700])
  })

  it('stays unchanged when the page requests that', async () => {
    await open('/list')
    window.scrollTo(0, 300)
    await go('/list?genre=7', { preventScrollReset: true })
    expect(window.scrollY).toBe(300)
    await go('/list?genre=8')
    expect(window.scrollY).toBe(0)
  })

  it('survives a reload', async () => {
    await open('/one')
    await go('/list')
    window.scrollTo(0, 420)
    window.dispatchEvent(new Event('pagehide'))
    expect(sessionStorage.getItem('scroll-places')).toContain('420')
    expect(history.scrollRestoration).toBe('auto')
  })

  it('is restored together with the focus', async () => {
    await open('/one')
    await go('/list')
    const entry: unknown = history.state
    screen.getByRole('link', { name: 'a link of /list' }).focus()
    await go('/film')
    expect(document.activeElement).toBe(document.body)
    HTMLElement.prototype.scrollIntoView = () => undefined
    await back('/list', entry)
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'a link of /list' }))
  })
})

describe('a link', () => {
  function Links() {
    return (
      <>
        <Link to="/two">two</Link>
        <Link to="?page=2">next part</Link>
        <Link to="https://example.org/">elsewhere</Link>
        <Link to="/two" target="_blank">
          new window
        </Link>
        <NavLink to="/list">list</NavLink>
        <NavLink to="/" end>
          home
        </NavLink>
        <p data-testid="query">{useLocation().search}</p>
      </>
    )
  }
  const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name })

  it('opens its page without a reload; its code is requested on touch', async () => {
    await open('/list?a=1', Links)
    prepared.length = 0
    fireEvent.pointerDown(link('two'))
    expect(prepared).toEqual(['/two'])
    let isOurs = false
    await act(async () => void (isOurs = !fireEvent.click(link('two'))))
    expect([isOurs, address()]).toEqual([true, '/two'])
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
    'with %o is left to the browser',
    async (how) => {
      await open('/list', Links)
      expect(fireEvent.click(link('two'), how)).toBe(true)
      expect(address()).toBe('/list')
    },
  )

  it('to another window or another site is left to the browser', async () => {
    await open('/list', Links)
    expect(fireEvent.click(link('new window'))).toBe(true)
    expect(link('elsewhere').rel).toBe('noreferrer')
    expect(link('elsewhere').getAttribute('href')).toBe('https://example.org/')
    expect(address()).toBe('/list')
  })

  it('is relative to the page, and adds no history entry for the current page', async () => {
    await open('/list?a=1', Links)
    expect(link('next part').getAttribute('href')).toBe('/list?page=2')
    await act(async () => void fireEvent.click(link('next part')))
    expect(screen.getByTestId('query').textContent).toBe('?page=2')
    const before = history.length
    await act(async () => void fireEvent.click(link('next part')))
    expect(history.length).toBe(before)
  })

  it('[SHELL-03] of a menu is marked when it leads to the current page', async () => {
    await open('/uz/list', Links)
    expect(link('list').getAttribute('aria-current')).toBe('page')
    expect(link('home').getAttribute('aria-current')).toBeNull()
  })
})

describe('the location hooks of a screen', () => {
  it('return the path parameters, in either language', async () => {
    function Film() {
      return <h1>{useParams()['id']}</h1>
    }
    places.set('/uz/movie/42', Film)
    await open('/uz/movie/42')
    expect(title()).toBe('42')
  })

  it('return the query, and a function that changes it', async () => {
    function Filters() {
      const [params, setParams] = useSearchParams()
      return (
        <>
          <h1>{params.get('genre')}</h1>
          <button
            type="button"
            onClick={() => setParams((existing) => (existing.set('genre', '8'), existing))}
          >
            eight
          </button>
          <button type="button" onClick={() => setParams({})}>
            none
          </button>
        </>
      )
    }
    places.set('/list', Filters)
    await open('/list?genre=7&year=2020')
    expect(title()).toBe('7')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'eight' })))
    expect([title(), address()]).toEqual(['8', '/list?genre=8&year=2020'])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'none' })))
    expect(address()).toBe('/list')
  })

  it('let a screen navigate as soon as it is rendered', async () => {
    places.set('/old', () => <Navigate to="/new" replace />)
    await open('/one')
    const before = history.length
    await go('/old')
    expect([title(), address(), history.length]).toEqual(['/new', '/new', before + 1])
  })

  it('navigate from the page that is shown now, when another one came before the new code had loaded', async () => {
    const login = pending('login')
    const guarded = () => <Navigate to="/login" replace />
    places.set('/login', login.loaded).set('/cabinet', guarded).set('/history', guarded)
    await open('/one')
    await go('/cabinet')
    await act(async () => {
      history.pushState(null, '', '/history')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    expect([title(), address()]).toEqual([undefined, '/history'])
    await act(async () => login.come())
    expect([title(), address()]).toEqual(['login', '/login'])
  })
})
