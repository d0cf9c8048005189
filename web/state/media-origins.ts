/**
 * Edges: other origins that give media. A page may request from those that its policy names, which the server writes into
 * it; a packaged app from all, except on Samsung's televisions. A page that was opened before an edge existed plays from the server itself.
 */
import { appPackage } from './app-package.ts'
import { absoluteAtServer } from './site-address.ts'

/** An edge that was not reached is avoided for so long, each further time twice as long, … */
const avoidMs = 10 * 60_000
/** … but not longer than this. */
const maxAvoidMs = 2 * 60 * 60_000
/** When so many edges are avoided, the fault may be all of theirs: the site itself gives the media. */
const tooMany = 2

const avoided = new Map<string, { readonly times: number; readonly untilMs: number }>()

/**
 * What a request for an address says of edges; nothing where the page knows none. `failedUrl`: an address from which
 * nothing came.
 */
export function edgeParameters(failedUrl?: string | null) {
  if (!mayUseEdges()) return {}
  if (failedUrl !== undefined && failedUrl !== null) avoid(failedUrl)
  const now = [...avoided].filter(([, { untilMs }]) => Date.now() < untilMs).map(([origin]) => origin)
  if (now.length >= tooMany) return {}
  return { edges: 1 as const, ...(now.length === 0 ? {} : { failed_edge: now[0] ?? '' }) }
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
  if (!/^https?:/.test(url)) return
  const { origin } = new URL(url)
  if (isServer(origin)) return
  const times = (avoided.get(origin)?.times ?? 0) + 1
  avoided.set(origin, { times, untilMs: Date.now() + Math.min(maxAvoidMs, avoidMs * 2 ** (times - 1)) })
}

function isServer(origin: string): boolean {
  return new URL(absoluteAtServer('/')).origin === origin
}

function originsOfPage(): readonly string[] {
  if (typeof document === 'undefined') return []
  const meta = document.querySelector('meta[name="media-origins"]')
  return (meta?.getAttribute('content') ?? '').split(' ').filter((origin) => origin !== '')
}
