import type { InputOf } from '#contract/endpoint.ts'
import type { films, FilmCard } from '#contract/films.ts'
import { pathOf } from '#contract/pages.ts'
import { site } from '#contract/site.ts'
import { useFilmCalls } from '#web/screens/list/use-films.ts'
import { useCall } from '#web/session/api.ts'
import { PosterCard, PosterSkeleton } from '#web/ui/poster-card.tsx'
import { Rail } from '#web/ui/rail.tsx'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from './home-text.ts'

const PLACES = ['1', '2', '3', '4', '5', '6', '7']

interface FilmRailProps {
  readonly title: string
  readonly to: string
  readonly input: InputOf<typeof films.publicList>
}

export function FilmRail({ title, to, input }: FilmRailProps) {
  const { list } = useFilmCalls()
  const state = useCall(list, input)
  if (state.kind === 'loading') return <WaitingRail title={title} />
  if (state.kind !== 'answer') return <FailedRail title={title} onRetry={state.retry} />
  return <Posters title={title} to={to} items={state.data.videos.item} />
}

/** The shelves the editors made. */
export function Collections() {
  const t = useHomeText()
  const state = useCall(site.collections, { device: 'browser' })
  if (state.kind === 'loading') return <WaitingRail title={t('collections')} />
  if (state.kind !== 'answer') return <FailedRail title={t('collections')} onRetry={state.retry} />
  return state.data.map((collection) => (
    <Posters
      key={collection.id}
      title={collection.name}
      to={pathOf('collection', { provider: collection.id })}
      items={collection.items}
    />
  ))
}

interface PostersProps {
  readonly title: string
  readonly to?: string | undefined
  readonly items: readonly FilmCard[]
}

/** An empty shelf is not there. */
export function Posters({ title, to, items }: PostersProps) {
  if (items.length === 0) return null
  return (
    <Rail title={title} to={to}>
      {items.map((film) => (
        <PosterCard key={film.vid} film={film} />
      ))}
    </Rail>
  )
}

export function WaitingRail({ title }: { readonly title: string }) {
  return (
    <Rail title={title}>
      {PLACES.map((place) => (
        <PosterSkeleton key={place} />
      ))}
    </Rail>
  )
}
