import { broadcastTitles } from '#contract/films/broadcast-titles.ts'
import { RecordedCard } from '#web/features/films/recorded-card.tsx'
import { FailedRail } from './failed-rail.tsx'
import { Shelf, useLater } from './shelf.tsx'

const limit = 18

/** Films and series that can be watched from the archive of channels. */
export function RecordedRail({ title }: { readonly title: string }) {
  const state = useLater(broadcastTitles.list, { limit })
  if (state.kind !== 'ok' && state.kind !== 'loading')
    return <FailedRail title={title} onRetry={state.retry} />
  return (
    <Shelf
      title={title}
      items={state.kind === 'ok' ? state.data.titles : null}
      renderItem={(one) => <RecordedCard key={one.id} title={one} />}
    />
  )
}
