/**
 * Which titles the viewer keeps among the favourites, as this page knows it: shown at once when the viewer decides,
 * taken back when the server does not agree. No DOM and no network here; both are given.
 */
import type { CallResult } from '#contract/client.ts'

export type Outcome =
  | { readonly kind: 'kept' }
  /** Somebody else's viewer by now, or the viewer has decided otherwise meanwhile: nothing to say. */
  | { readonly kind: 'overtaken' }
  /** `message`: the server's words; empty when it was not reached. */
  | { readonly kind: 'undone'; readonly message: string }

export interface FavouriteStore {
  /** What is not known is no favourite. */
  get(vid: number): boolean
  /** What to show where an answer says `told`: the viewer's own word on this page goes before it. */
  shown(vid: number, report: boolean): boolean
  /** Calls back after every change; returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** What an answer said. An older word than the viewer's own on this page is not heard. */
  reported(vid: number, isFavourite: boolean): void
  /** What the viewer did elsewhere, in another tab. */
  doneElsewhere(vid: number, isFavourite: boolean): void
  /** Shows it at once and sends it; undone when it fails. Decisions about one title are sent one after the other. */
  set(vid: number, isFavourite: boolean): Promise<Outcome>
  /** Another viewer: nothing of this one may be seen. */
  forget(): void
}

type Send = (vid: number, isFavourite: boolean) => Promise<CallResult<unknown>>

interface CachedFavourites {
  shown: boolean
  /** What the server has. */
  confirmed: boolean
  /** The viewer decided on this page, so an answer that was kept from before counts no more. */
  isOwn: boolean
  sending: boolean
}

interface Book {
  cached: Map<number, CachedFavourites>
  readonly send: Send
  changed(): void
}

/** Sends until the server has what is shown: who pressed again meanwhile meant the last. */
async function settle(book: Book, vid: number, title: CachedFavourites): Promise<Outcome> {
  title.sending = true
  while (title.shown !== title.confirmed) {
    const sent = title.shown
    const result = await book.send(vid, sent)
    if (book.cached.get(vid) !== title) return { kind: 'overtaken' }
    if (result.kind === 'answer') {
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
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const book: Book = { cached: new Map(), send, changed }
  const of = (vid: number): CachedFavourites => {
    const result = book.cached.get(vid) ?? { shown: false, confirmed: false, isOwn: false, sending: false }
    book.cached.set(vid, result)
    return result
  }
  return {
    get: (vid) => book.cached.get(vid)?.shown ?? false,
    shown(vid, report) {
      const title = book.cached.get(vid)
      return title?.isOwn === true ? title.shown : report
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
