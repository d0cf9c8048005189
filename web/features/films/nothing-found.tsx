import type { Facets } from '#contract/films/films.ts'
import { useCall } from '#web/session/requests/api.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyCard } from '#web/ui/cards/state-card.tsx'
import { chosenName, nearestDrop, type Options } from './filter-options.ts'
import { appliedOf, inputOf, type Field, type Filters, type ListKind } from './list-filters.ts'
import { useListText } from './list-text.ts'
import { useFilmCalls } from './use-films.ts'

interface NothingFoundProps {
  readonly kind: ListKind
  readonly category: number | undefined
  readonly filters: Filters
  readonly options: Options
  readonly facets: Facets | null
  readonly onDrop: (field: Field) => void
  readonly onReset: () => void
}

/** Nothing matches all filters: suggests the filter to remove, and how many titles match then (CAT-11). */
export function NothingFound(props: NothingFoundProps) {
  const { kind, category, filters, options, facets, onDrop, onReset } = props
  const t = useListText()
  const { list } = useFilmCalls()
  const nearest = nearestDrop(filters, facets)
  const without = nearest === null ? null : inputOf({ ...filters, [nearest]: '' }, kind, category)
  const state = useCall(list, without === null ? null : { ...without, limit: 1 })
  const count = state.kind === 'ok' ? state.data.total : null
  const isOffered = nearest !== null && count !== 0
  return (
    <EmptyCard title={t('nothing')} text={t(isOffered ? 'nothingHint' : 'nothingHintAll')}>
      {isOffered && (
        <Button variant="primary" onClick={() => onDrop(nearest)}>
          {count === null
            ? t('without', { value: chosenName(options, nearest, filters) })
            : t('withoutCount', { value: chosenName(options, nearest, filters), count })}
        </Button>
      )}
      {(!isOffered || appliedOf(filters).length > 1) && <Button onClick={onReset}>{t('reset')}</Button>}
    </EmptyCard>
  )
}
