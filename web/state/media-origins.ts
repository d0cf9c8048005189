/**
 * Edges: other origins that give media. A page may request from those that its policy names, which the server writes into
 * it; a packaged app from all, except on Samsung's televisions. A page that was opened before an edge existed plays from the server itself.
 */
import { appPackage } from './app-package.ts'
import { absoluteAtServer } from './site-address.ts'

/** An edge that was not reached is avoided for so long. */
const avoidMs = 10 * 60_000

/** Until when, by origin, unix milliseconds. */
const avoided = new Map<string, number>()

/**
 * What a request for an address says of edges; nothing where the page knows none. `failedUrl`: an address from which
 * nothing came.
 */
export function edgeParameters(failedUrl?: string | null) {
  if (!mayUseEdges()) return {}
  if (failedUrl !== undefined && failedUrl !== null) avoid(failedUrl)
  const [failed, other] = [...avoided.keys()].filter((origin) => Date.now() < (avoided.get(origin) ?? 0))
  // After two the fault may be that of all: the site itself gives the media.
  if (other !== undefined) return {}
  return { edges: 1 as const, ...(failed === undefined ? {} : { failed_edge: failed }) }
}

/** A package for Samsung may request from its own server only, which its description names. */
function mayUseEdges(): boolean {
  const app = appPackage()
  return app === null ? originsOfPage().length > 0 : app.platform !== 'tizen'
}

/** The absolute address of media: at the edge where the page may request from it, else at the server itself. */
export function mediaAddress(address: string): string {
  const absolute = absoluteAtServer(address)
  const { origin, pathname, search } = new URL(absolute)
  const isAllowed = (appPackage() !== null && mayUseEdges()) || originsOfPage().includes(origin)
  return isAllowed || isServer(origin) ? absolute : absoluteAtServer(pathname + search)
}

function avoid(url: string): void {
  // Without a network of its own, a device reaches no edge: none is to blame.
  if (!/^https?:/.test(url) || !navigator.onLine) return
  const { origin } = new URL(url)
  if (!isServer(origin)) avoided.set(origin, Date.now() + avoidMs)
}

/** Whether an absolute address of media is at an edge. */
export function isAtEdge(absolute: string): boolean {
  return /^https?:/.test(absolute) && !isServer(new URL(absolute).origin)
}

function isServer(origin: string): boolean {
  return new URL(absoluteAtServer('/')).origin === origin
}

function originsOfPage(): readonly string[] {
  if (typeof document === 'undefined') return []
  const meta = document.querySelector('meta[name="media-origins"]')
  return (meta?.getAttribute('content') ?? '').split(' ').filter((origin) => origin !== '')
}
