/** Locations: parsing and resolving addresses. No DOM here. */

/** The parts of an address, the state passed to it, and the key of its history entry. */
export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
  /** `default` for the first page of a visit. */
  readonly key: string
}

/** How a location was reached: by a link, by replacing another, or through the history (also at the start). */
export type Movement = 'PUSH' | 'REPLACE' | 'POP'

export type To = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string }

export type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/** An address of another site, or one that is not a page (`mailto:`). */
export function leadsAway(to: To): boolean {
  return typeof to === 'string' && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to)
}

/** Resolves `to` at `here`: `?a=1` stays on the page, `#b` keeps the query too. */
export function addressOf(to: To, here: Address): Address {
  const text =
    typeof to === 'string' ? to : (to.pathname ?? here.pathname) + (to.search ?? '') + (to.hash ?? '')
  const { pathname, search, hash } = new URL(text, `http://host${here.pathname}${here.search}`)
  return { pathname, search, hash }
}

export function hrefOf({ pathname, search, hash }: Address): string {
  return pathname + search + hash
}

/**
 * The key under which a scroll position is stored; after a reload an entry has no key of its own, so its path is
 * used (SHELL-04).
 */
export function scrollKeyOf({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string {
  return key === 'default' ? pathname : key
}

/** Whether a link to `to` leads to the current page; without `end` also to any page below it. */
export function isAt(to: Address, here: Address, end: boolean): boolean {
  const [target, path] = [trimmed(to.pathname), trimmed(here.pathname)]
  return path === target || (!end && target !== '' && path.startsWith(`${target}/`))
}

/** Removes the language prefix of a path: in both languages it is the same page. */
function trimmed(path: string) {
  return path.replace(/\/+$/, '').replace(/^\/(?:ru|uz)(?=\/|$)/, '')
}
