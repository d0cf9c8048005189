/**
 * How the router's address is written in the browser's own: as its path, or, in a packaged app, whose page is a file,
 * behind `#` (`file:///…/index.html#/channel/5?from=1`).
 */
import { appPackage } from '#web/state/app-package.ts'
import { addressOf, hrefOf, type Address } from './location.ts'

const root: Address = { pathname: '/', search: '', hash: '' }

/** The current address. A fragment of an app that is not a path (`#main`) means the root. */
export function currentAddress(): Address {
  const { pathname, search, hash } = window.location
  if (appPackage() === null) return { pathname, search, hash }
  return hash.startsWith('#/') ? addressOf(hash.slice(1), root) : root
}

/** The `href` of a link to it, and the text in the address bar. */
export function browserHref(address: Address): string {
  return (appPackage() === null ? '' : '#') + hrefOf(address)
}
