/** What a component knows of the place it is shown at, and how it leads to another. */
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
import type { Location, Movement, To } from './place.ts'
import type { NavigateOptions, Router, RouterState } from './create-router.ts'
import { restoreFocus } from './focus-places.ts'
import { keepScroll, savedScroll, restoreScroll, storeScroll } from './scroll-places.ts'

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

/** True while the code of the next page is on its way. */
export function useIsWaiting(): boolean {
  return useRouterState().isWaiting
}

/** The parameters of the page's path, by the names they have in the contract's table. */
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

/** The query of the page's address, and the way to another one. */
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

/** Leads away as soon as it is drawn. */
export function Navigate({ to, ...options }: { readonly to: To } & NavigateOptions): null {
  const router = useRouter()
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    void router.navigate(to, latest.current)
  }, [router, to])
  return null
}

/** A new place begins at its top or at what its address names; one come back to is where it was left (SHELL-04). */
export function useScrollOfPlaces(): void {
  const router = useRouter()
  const { location, resetsScroll } = useRouterState()
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      keepScroll(router.get().location)
      storeScroll()
      // What comes next may be another site, or this page read anew: the browser knows better until we are there.
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
    // A page that has just been opened stands where the browser put it, or where whoever read it meanwhile has
    // scrolled to; asking where that is would make the browser lay it out.
    if (wasFirst) return
    const named = location.hash === '' ? null : document.getElementById(decoded(location.hash.slice(1)))
    if (stored !== undefined) return restoreScroll(stored)
    if (named !== null) named.scrollIntoView()
    else if (resetsScroll) window.scrollTo(0, 0)
  }, [location, resetsScroll])
  useFocusOfPlaces()
}

/** After a step through the history to another page, or from what had the focus and is gone. */
function useFocusOfPlaces(): void {
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
