/**
 * The router of the site: which place is shown, and how to get to another. A place is shown once the code of its
 * screen is there; until then the former one stays. What each path shows is given by `load`.
 */
import type { ComponentType } from 'react'
import { addressOf, hrefOf, type Location, type Movement, type To } from './place.ts'
import { keepFocus } from './focus-places.ts'
import { keepScroll } from './scroll-places.ts'

/** A screen that is there, or is on its way. */
export type Loaded = ComponentType | Promise<ComponentType>
export type Load = (pathname: string) => Loaded

export interface RouterState {
  readonly location: Location
  readonly movement: Movement
  /** What is shown; null while the first page's code is on its way. */
  readonly screen: ComponentType | null
  /** The code of the screen did not come. */
  readonly failure: { readonly error: unknown } | null
  /** True while the next place's code is on its way. */
  readonly isWaiting: boolean
  /** False when the page was asked to stay where it is scrolled to. */
  readonly resetsScroll: boolean
}

export interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
  /** Stay where the page is scrolled to. */
  readonly preventScrollReset?: boolean
}

export interface Router {
  get(): RouterState
  /** What was shown first. A page that a server drew is taken over as that, wherever its reader has gone meanwhile. */
  first(): RouterState
  subscribe(listener: () => void): () => void
  /** Goes there; a number goes that many steps through the history. Resolves when the place is shown. */
  navigate(to: To | number, options?: NavigateOptions): Promise<void>
  /** Fetches the code of a place before anybody is there. */
  prepare(to: To): void
}

/** A router that stands still: what a server renders. */
export function standingRouter(location: Location, screen: ComponentType): Router {
  const state: RouterState = {
    location,
    movement: 'POP',
    screen,
    failure: null,
    isWaiting: false,
    resetsScroll: true,
  }
  return {
    get: () => state,
    first: () => state,
    subscribe: () => () => {},
    navigate: async () => {},
    prepare: () => {},
  }
}

interface SavedLocation {
  readonly state?: unknown
  readonly key?: string
}
interface Arrival {
  readonly location: Location
  readonly movement: Movement
  readonly resetsScroll: boolean
}

function newKey() {
  return Math.random().toString(36).slice(2, 10)
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location
  const stored = (history.state ?? {}) as SavedLocation
  return { pathname, search, hash, state: stored.state ?? null, key: stored.key ?? 'default' }
}

function write({ key, state, ...address }: Location, movement: 'PUSH' | 'REPLACE'): void {
  const stored: SavedLocation = { state, key }
  try {
    if (movement === 'PUSH') history.pushState(stored, '', hrefOf(address))
    else history.replaceState(stored, '', hrefOf(address))
  } catch {
    // A browser that refuses another entry of the history can still open the page.
    window.location.assign(hrefOf(address))
  }
}

/** The router of a browser's page. It begins where the page is. */
export function createBrowserRouter(load: Load): Router {
  const listeners = new Set<() => void>()
  let state: RouterState = {
    ...{ location: currentLocation(), movement: 'POP', screen: null, failure: null },
    ...{ isWaiting: true, resetsScroll: true },
  }
  let first: RouterState | null = null
  let journey = 0
  const set = (next: Partial<RouterState>) => {
    state = { ...state, ...next }
    if (!state.isWaiting) first ??= state
    for (const listener of listeners) listener()
  }
  const show = (arrival: Arrival, outcome: Pick<RouterState, 'screen' | 'failure'>) => {
    // Before the first place there was none, and asking where it is scrolled to would lay the page out.
    if (state.screen !== null) {
      keepScroll(state.location)
      keepFocus(state.location)
    }
    if (arrival.movement !== 'POP') write(arrival.location, arrival.movement)
    set({ ...arrival, ...outcome, isWaiting: false })
  }
  /** The last one wins: whoever chose another page meanwhile is not taken to the former. */
  const go = async (arrival: Arrival) => {
    const own = ++journey
    try {
      const loaded = load(arrival.location.pathname)
      // A screen that is there is shown in the same turn, so that nothing can come in between.
      if (!(loaded instanceof Promise)) return show(arrival, { screen: loaded, failure: null })
      set({ isWaiting: true })
      const screen = await loaded
      if (own === journey) show(arrival, { screen, failure: null })
    } catch (error) {
      if (own === journey) show(arrival, { screen: state.screen, failure: { error } })
    }
  }
  window.addEventListener('popstate', () => {
    void go({ location: currentLocation(), movement: 'POP', resetsScroll: true })
  })
  void go({ location: state.location, movement: 'POP', resetsScroll: true })
  return {
    get: () => state,
    first: () => first ?? state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async navigate(to, { replace = false, state: handed = null, preventScrollReset = false } = {}) {
      if (typeof to === 'number') return history.go(to)
      const location = { ...addressOf(to, state.location), state: handed, key: newKey() }
      await go({ location, movement: replace ? 'REPLACE' : 'PUSH', resetsScroll: !preventScrollReset })
    },
    prepare(to) {
      // What does not come now is asked for again by whoever goes there.
      void Promise.resolve(load(addressOf(to, state.location).pathname)).catch(() => undefined)
    },
  }
}
