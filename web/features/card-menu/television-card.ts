/**
 * Cards on a television: the focused one, and the one whose menu is open. A card passes the data it already has, so
 * neither needs a request.
 */
import type { Channel } from '#contract/channels/channels.ts'
import type { FilmCard } from '#contract/films/films.ts'
import type { WatchedFilm } from '#contract/films/viewing.ts'
import { isTelevision } from '#web/remote/television.ts'
import { createStore, useStore } from '#web/state/create-store.ts'
import { useLongOk } from '#web/ui/keys/use-long-ok.ts'

export type TelevisionCard =
  | { readonly kind: 'film'; readonly film: FilmCard }
  | { readonly kind: 'channel'; readonly channel: Channel }
  | { readonly kind: 'watched'; readonly film: WatchedFilm; readonly onRemove: () => void }

export interface CardMenuTarget {
  readonly card: TelevisionCard
  /** The page opened by OK. */
  readonly path: string
  /** The page with the whole list that contains the card; null when there is none. */
  readonly listPath: string | null
}

const focused = createStore<TelevisionCard | null>(null)
const target = createStore<CardMenuTarget | null>(null)

export function useFocusedCard(): TelevisionCard | null {
  return useStore(focused, () => null)
}

/** The focus is on an element that the page describes itself. */
export function noFocusedCard(): void {
  focused.set(null)
}

export function useCardMenuTarget(): CardMenuTarget | null {
  return useStore(target, () => null)
}

export function closeCardMenu(): void {
  target.set(null)
}

/** The handlers of a card's link. They do nothing on other devices. */
export function useTelevisionCard(card: TelevisionCard) {
  const longOk = useLongOk((element) =>
    target.set({
      card,
      path: element.getAttribute('href') ?? '',
      listPath: element.closest('[data-list]')?.getAttribute('data-list') ?? null,
    }),
  )
  return {
    ...longOk,
    onFocus() {
      if (isTelevision()) focused.set(card)
    },
  }
}
