import type { ResponseOf, InputOf } from '#contract/form/endpoint.ts'
import type { films } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { site } from '#contract/site/site.ts'
import { useFilmCalls } from '#web/features/films/use-films.ts'
import { useOutline } from '#web/session/requests/api.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import { Posters, useLater } from './shelf.tsx'

interface FilmRailProps {
  readonly title: string
  readonly to: string | undefined
  readonly input: InputOf<typeof films.publicList>
}

export function FilmRail({ title, to, input }: FilmRailProps) {
  const { list } = useFilmCalls()
  const state = useLater(list, input)
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={title} onRetry={state.retry} />
  return <Posters title={title} to={to} items={state.kind === 'ok' ? state.data.videos.item : null} />
}

function ofCollections(all: ResponseOf<typeof site.collections>) {
  return all.filter(({ items }) => items.length > 0).map(({ id, name }) => ({ id, name, items: null }))
}

/** The editorial collections, without those that have a rail of their own. */
export function Collections({ except }: { readonly except: ReadonlySet<number> }) {
  const t = useHomeText()
  const input = { device: 'browser' }
  const outline = useOutline(site.collections, input, ofCollections)
  const state = useLater(site.collections, input)
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={t('collections')} onRetry={state.retry} />
  const existing = state.kind === 'ok' ? state.data : outline
  if (existing === undefined) return <Rail title={t('collections')} />
  return existing
    .filter(({ id }) => !except.has(id))
    .map(({ id, name, items }) => (
      <Posters key={id} title={name} to={pathOf('collection', { provider: id })} items={items} />
    ))
}

interface CollectionRailProps {
  readonly id: number
  readonly title: string
  readonly to: string
}

/** One collection, in its own order; nothing once it is gone. */
export function CollectionRail({ id, title, to }: CollectionRailProps) {
  const state = useLater(site.collection, { id, limit: maxOfCollection, device: 'browser' })
  if (state.kind === 'refused' && state.failure === 'not_found') return null
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={title} onRetry={state.retry} />
  return <Posters title={title} to={to} items={state.kind === 'ok' ? state.data.items : null} />
}

const maxOfCollection = 18
