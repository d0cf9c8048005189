/**
 * The router of the site: which page is shown, and how to navigate. A page is shown once the code of its screen has
 * loaded; until then the previous one stays. `load` returns the screen of a path.
 */
import type { ComponentType } from 'react'
import { browserHref, currentAddress } from './address-bar.ts'
import { addressOf, type Location, type Movement, type To } from './location.ts'
import { saveFocus } from './saved-focus.ts'
import { saveScroll } from './saved-scroll.ts'
import { createChanges } from '#web/state/create-store.ts'

/** A loaded screen, or one that is loading. */
export type Loaded = ComponentType | Promise<ComponentType>
export type Load = (pathname: string) => Loaded

export interface RouterState {
  readonly location: Location
  readonly movement: Movement
  /** The current page; null while the first page's code loads. */
  readonly screen: ComponentType | null
  /** The code of the screen failed to load. */
  readonly failure: { readonly error: unknown } | null
  /** True while the next page's code loads. */
  readonly isWaiting: boolean
  /** False when the navigation must keep the scroll position. */
  readonly resetsScroll: boolean
}

export interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
  /** Keep the scroll position. */
  readonly preventScrollReset?: boolean
}

export interface Router {
  get(): RouterState
  /**
   * What was shown first. A page rendered by the server is hydrated as that, wherever its reader has navigated
   * meanwhile.
   */
  first(): RouterState
  subscribe(listener: () => void): () => void
  /** Navigates; a number moves that many entries through the history. Resolves when the page is shown. */
  navigate(to: To | number, options?: NavigateOptions): Promise<void>
  /** Loads the code of a page in advance. */
  prepare(to: To): void
}

/** A router without navigation, for rendering on the server. */
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
  /** How many entries before this one are the site's: a television's Back asks before it leaves the first. */
  readonly depth?: number
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
  const stored = (history.state ?? {}) as SavedLocation
  return { ...currentAddress(), state: stored.state ?? null, key: stored.key ?? 'default' }
}

function write({ key, state, ...address }: Location, movement: 'PUSH' | 'REPLACE'): void {
  const { depth = 0 } = (history.state ?? {}) as SavedLocation
  const stored: SavedLocation = { state, key, depth: movement === 'PUSH' ? depth + 1 : depth }
  try {
    if (movement === 'PUSH') history.pushState(stored, '', browserHref(address))
    else history.replaceState(stored, '', browserHref(address))
  } catch {
    // When the browser rejects a history entry, the page is still shown.
    window.location.assign(browserHref(address))
  }
}

/** The router in a browser. It starts at the current address. */
export function createBrowserRouter(load: Load): Router {
  const changes = createChanges()
  let state: RouterState = {
    ...{ location: currentLocation(), movement: 'POP', screen: null, failure: null },
    ...{ isWaiting: true, resetsScroll: true },
  }
  let first: RouterState | null = null
  let journey = 0
  const set = (next: Partial<RouterState>) => {
    state = { ...state, ...next }
    if (!state.isWaiting) first ??= state
    changes.emit()
  }
  const show = (arrival: Arrival, outcome: Pick<RouterState, 'screen' | 'failure'>) => {
    // At the start there is no previous page, and reading its scroll position would force a layout.
    if (state.screen !== null) {
      saveScroll(state.location)
      saveFocus(state.location)
    }
    if (arrival.movement !== 'POP') write(arrival.location, arrival.movement)
    set({ ...arrival, ...outcome, isWaiting: false })
  }
  /** The last navigation wins. */
  const go = async (arrival: Arrival) => {
    const own = ++journey
    try {
      const loaded = load(arrival.location.pathname)
      // A screen already loaded is shown synchronously, so that nothing can come in between.
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
    subscribe: changes.subscribe,
    async navigate(to, { replace = false, state: handed = null, preventScrollReset = false } = {}) {
      if (typeof to === 'number') return history.go(to)
      const location = { ...addressOf(to, state.location), state: handed, key: newKey() }
      await go({ location, movement: replace ? 'REPLACE' : 'PUSH', resetsScroll: !preventScrollReset })
    },
    prepare(to) {
      // After a failure the navigation itself loads it again.
      void Promise.resolve(load(addressOf(to, state.location).pathname)).catch(() => undefined)
    },
  }
}
