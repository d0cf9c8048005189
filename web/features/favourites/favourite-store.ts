/**
 * The viewer's favourites as this page has them: a change is shown at once and undone when the server rejects it. No
 * DOM and no network here; both are parameters.
 */
import type { CallResult } from '#contract/client.ts'
import { createChanges } from '#web/state/create-store.ts'

/** What a press of the heart did; a guest is asked to log in instead. */
export type Toggled = 'added' | 'removed' | 'login_needed'

export type Outcome =
  | { readonly kind: 'kept' }
  /** The viewer has changed, or has changed the favourite again meanwhile: no message is shown. */
  | { readonly kind: 'overtaken' }
  /** `message`: the server's message; empty when the server was not reached. */
  | { readonly kind: 'undone'; readonly message: string }

export interface FavouriteStore {
  /** A title without data counts as no favourite. */
  get(vid: number): boolean
  /** What to show where a response says `fromResponse`: the viewer's own change on this page has precedence. */
  shown(vid: number, fromResponse: boolean): boolean
  /** Calls back after every change; returns the function that stops it. */
  subscribe(listener: () => void): () => void
  /** Takes over a response. A response older than the viewer's own change on this page is ignored. */
  reported(vid: number, isFavourite: boolean): void
  /** A change the viewer made in another tab. */
  doneElsewhere(vid: number, isFavourite: boolean): void
  /**
   * Shows the change at once and sends it; undone when it fails. Changes of one title are sent one after the other.
   */
  set(vid: number, isFavourite: boolean): Promise<Outcome>
  /** Another viewer: all data of the previous one is dropped. */
  forget(): void
}

type Send = (vid: number, isFavourite: boolean) => Promise<CallResult<unknown>>

interface CachedFavourites {
  shown: boolean
  /** The value on the server. */
  confirmed: boolean
  /** The viewer changed it on this page, so cached responses no longer count. */
  isOwn: boolean
  sending: boolean
}

interface FavouriteSet {
  cached: Map<number, CachedFavourites>
  readonly send: Send
  changed(): void
}

/** Sends until the server has the value shown: after several presses the last one counts. */
async function settle(book: FavouriteSet, vid: number, title: CachedFavourites): Promise<Outcome> {
  title.sending = true
  while (title.shown !== title.confirmed) {
    const sent = title.shown
    const result = await book.send(vid, sent)
    if (book.cached.get(vid) !== title) return { kind: 'overtaken' }
    if (result.kind === 'ok') {
      title.confirmed = sent
      continue
    }
    title.sending = false
    if (title.shown === title.confirmed) return { kind: 'overtaken' }
    title.shown = title.confirmed
    book.changed()
    return { kind: 'undone', message: result.kind === 'refused' ? result.message : '' }
  }
  title.sending = false
  return { kind: 'kept' }
}

export function createFavouriteStore(send: Send): FavouriteStore {
  const changes = createChanges()
  const changed = () => {
    changes.emit()
  }
  const book: FavouriteSet = { cached: new Map(), send, changed }
  const of = (vid: number): CachedFavourites => {
    const result = book.cached.get(vid) ?? { shown: false, confirmed: false, isOwn: false, sending: false }
    book.cached.set(vid, result)
    return result
  }
  return {
    get: (vid) => book.cached.get(vid)?.shown ?? false,
    shown(vid, fromResponse) {
      const title = book.cached.get(vid)
      return title?.isOwn === true ? title.shown : fromResponse
    },
    subscribe: changes.subscribe,
    reported(vid, isFavourite) {
      const before = book.cached.get(vid)
      if (before?.isOwn === true || (before?.confirmed ?? false) === isFavourite) return
      Object.assign(of(vid), { shown: isFavourite, confirmed: isFavourite })
      changed()
    },
    doneElsewhere(vid, isFavourite) {
      const title = of(vid)
      if (title.sending) return
      Object.assign(title, { shown: isFavourite, confirmed: isFavourite, isOwn: true })
      changed()
    },
    async set(vid, isFavourite) {
      const title = of(vid)
      title.isOwn = true
      if (title.shown === isFavourite) return { kind: 'overtaken' }
      title.shown = isFavourite
      changed()
      return title.sending ? { kind: 'overtaken' } : settle(book, vid, title)
    },
    forget() {
      book.cached = new Map()
      changed()
    },
  }
}
