/** A rail below the first screen: its heading is rendered at once, its cards are loaded when it is near the screen. */
import type { ReactNode } from 'react'
import type { ResponseOf, Endpoint, InputOf } from '#contract/form/endpoint.ts'
import type { FilmCard } from '#contract/films/films.ts'
import { useCall, type CallState } from '#web/session/requests/api.ts'
import { useNearScreen, useSettled } from '#web/ui/scroll/near-screen.ts'
import { PosterCard } from '#web/features/films/poster-card.tsx'
import { Rail } from '#web/ui/scroll/rail.tsx'

/** Requested once the first screen has been rendered. */
export function useLater<E extends Endpoint>(endpoint: E, input: InputOf<E>): CallState<ResponseOf<E>> {
  return useCall(endpoint, useSettled() ? input : null)
}

interface ShelfProps<Item> {
  readonly title: string
  readonly to?: string | undefined
  readonly kind?: 'poster' | 'wide' | 'news'
  /** Null while they load. */
  readonly items: readonly Item[] | null
  readonly renderItem: (item: Item) => ReactNode
}

/** An empty rail is not rendered. */
export function Shelf<Item>({ title, to, kind = 'poster', items, renderItem }: ShelfProps<Item>) {
  const [place, isNear] = useNearScreen()
  if (items?.length === 0) return null
  return (
    <Rail title={title} to={to} kind={kind} place={place}>
      {isNear && items !== null ? items.map(renderItem) : null}
    </Rail>
  )
}

interface PostersProps {
  readonly title: string
  readonly to?: string | undefined
  readonly items: readonly FilmCard[] | null
}

export function Posters({ title, to, items }: PostersProps) {
  return (
    <Shelf
      title={title}
      to={to}
      items={items}
      renderItem={(film) => <PosterCard key={film.vid} film={film} />}
    />
  )
}
