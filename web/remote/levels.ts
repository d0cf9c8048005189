/** Where the Back key leads: the topmost dialog, the page before, the page above, and at last the exit. */
import { matchPage, pathOf, type PageName } from '#contract/form/pages.ts'

/** The page above each page; for all others it is the home page. */
const parents: Partial<Readonly<Record<PageName, PageName>>> = {
  movie: 'newMovies',
  uzbekList: 'uzbek',
  recordedTitle: 'newMovies',
  channel: 'tv',
  tvArchive: 'tv',
  mosaic: 'tv',
  newsItem: 'news',
  notification: 'notifications',
  devices: 'cabinet',
  paymentHistory: 'cabinet',
  password: 'cabinet',
}

export type BackStep =
  | { readonly kind: 'close_dialog' }
  | { readonly kind: 'history' }
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'ask_to_leave' }

interface Level {
  readonly hasDialog: boolean
  /** How many entries of the history before this one are the site's. */
  readonly depth: number
  readonly pathname: string
}

/** One level up. A page opened by its address has no page before it, so it leads to the one above it. */
export function backStep({ hasDialog, depth, pathname }: Level): BackStep {
  if (hasDialog) return { kind: 'close_dialog' }
  if (depth > 0) return { kind: 'history' }
  const name = matchPage(pathname)?.name
  if (name === 'home') return { kind: 'ask_to_leave' }
  return { kind: 'page', path: pathOf(name === undefined ? 'home' : (parents[name] ?? 'home')) }
}
