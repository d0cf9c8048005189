/** Hooks with which a component reads the current page's address and navigates. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { matchPage } from '#contract/form/pages.ts'
import { addressOf, hrefOf, type Location, type Movement, type To } from './location.ts'
import type { NavigateOptions, Router, RouterState } from './create-router.ts'
import { restoreFocus } from './saved-focus.ts'
import { saveScroll, savedScroll, restoreScroll, storeScroll } from './saved-scroll.ts'
import { useLatest } from '#web/state/use-latest.ts'

export const RouterContext = createContext<Router | null>(null)

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('there is no router around this component')
  return router
}

export function useRouterState(): RouterState {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.get, router.first)
}

export function useLocation(): Location {
  return useRouterState().location
}

export function useNavigationType(): Movement {
  return useRouterState().movement
}

/** True while the code of the next page loads. */
export function useIsWaiting(): boolean {
  return useRouterState().isWaiting
}

/** The parameters of the page's path, by their names in the contract's table. */
export function useParams(): Readonly<Record<string, string | undefined>> {
  const { pathname } = useLocation()
  return useMemo(() => matchPage(pathname)?.params ?? {}, [pathname])
}

export function useNavigate(): Router['navigate'] {
  return useRouter().navigate
}

type Parameters = URLSearchParams | Readonly<Record<string, string>> | string
export type SetSearchParams = (
  next: Parameters | ((params: URLSearchParams) => Parameters),
  options?: NavigateOptions,
) => void

/** The query of the page's address, and a function that changes it. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const router = useRouter()
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback<SetSearchParams>(
    (next, options) => {
      const { pathname, search: now } = router.get().location
      const target = typeof next === 'function' ? next(new URLSearchParams(now)) : next
      const text = new URLSearchParams(target).toString()
      void router.navigate({ pathname, search: text === '' ? '' : `?${text}` }, options)
    },
    [router],
  )
  return [params, set]
}

/**
 * Navigates as soon as it is rendered, and again when another page is shown that renders it too: that page's own
 * navigation has cancelled the first one if its code was still loading.
 */
export function Navigate({ to, ...options }: { readonly to: To } & NavigateOptions): null {
  const router = useRouter()
  const { location } = useRouterState()
  const latest = useLatest(options)
  useEffect(() => {
    if (hrefOf(addressOf(to, location)) !== hrefOf(location)) void router.navigate(to, latest.current)
  }, [router, to, location, latest])
  return null
}

/**
 * A new page starts at its top or at its hash; one that is returned to is scrolled to where it was left (SHELL-04).
 */
export function useScrollRestoration(): void {
  const router = useRouter()
  const { location, resetsScroll } = useRouterState()
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      saveScroll(router.get().location)
      storeScroll()
      // The next page may be another site or a reload: the browser restores the scroll position until the client
      // starts.
      history.scrollRestoration = 'auto'
    }
    const back = () => {
      history.scrollRestoration = 'manual'
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', back)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', back)
    }
  }, [router])
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    const stored = savedScroll(location)
    const wasFirst = isFirst.current
    isFirst.current = false
    // A page just opened stays where the browser or the viewer has scrolled it; reading the position would force a
    // layout.
    if (wasFirst) return
    const named = location.hash === '' ? null : document.getElementById(decoded(location.hash.slice(1)))
    if (stored !== undefined) return restoreScroll(stored)
    if (named !== null) named.scrollIntoView()
    else if (resetsScroll) window.scrollTo(0, 0)
  }, [location, resetsScroll])
  useFocusRestoration()
}

/** After a step through the history to another page, or when the focused element was removed. */
function useFocusRestoration(): void {
  const { location, movement } = useRouterState()
  const shown = useRef(location.pathname)
  useLayoutEffect(() => {
    const isOther = shown.current !== location.pathname
    shown.current = location.pathname
    const { activeElement } = document
    const isLost = activeElement === null || activeElement === document.body
    return movement === 'POP' && (isOther || isLost) ? restoreFocus(location) : undefined
  }, [location, movement])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
