/** Where a page is, and what an address means from there. No DOM here. */

/** The parts of an address, what was handed over to it, and a key that is its own in the history. */
export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly state: unknown
  /** `default` for a page that was not come to from another. */
  readonly key: string
}

/** How a place was come to: by a link, in another's stead, or through the history (also: at the start). */
export type Movement = 'PUSH' | 'REPLACE' | 'POP'

export type To = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string }

export type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/** An address of another site, or none that a page can be at (`mailto:`). */
export function leadsAway(to: To): boolean {
  return typeof to === 'string' && /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(to)
}

/** What `to` means at `here`: `?a=1` stays on the page, `#b` keeps the query too. */
export function addressOf(to: To, here: Address): Address {
  const text =
    typeof to === 'string' ? to : (to.pathname ?? here.pathname) + (to.search ?? '') + (to.hash ?? '')
  const { pathname, search, hash } = new URL(text, `http://host${here.pathname}${here.search}`)
  return { pathname, search, hash }
}

export function hrefOf({ pathname, search, hash }: Address): string {
  return pathname + search + hash
}

/** The key by which a place's scroll is kept: a page read anew has none of its own, its path serves (SHELL-04). */
export function scrollKeyOf({ key, pathname }: Pick<Location, 'key' | 'pathname'>): string {
  return key === 'default' ? pathname : key
}

/** Whether a link to `to` is a link to where we are; without `end` also to anything below it. */
export function isAt(to: Address, here: Address, end: boolean): boolean {
  const [target, path] = [trimmed(to.pathname), trimmed(here.pathname)]
  return path === target || (!end && target !== '' && path.startsWith(`${target}/`))
}

/** Without the language that an address may begin with: in both it is the same place. */
function trimmed(path: string) {
  return path.replace(/\/+$/, '').replace(/^\/(?:ru|uz)(?=\/|$)/, '')
}
