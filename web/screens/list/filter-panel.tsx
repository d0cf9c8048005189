import {
  fieldsOf,
  ordersOf,
  type Field,
  type Filters,
  type ListKind,
  type Order,
} from '#web/features/films/list-filters.ts'
import type { Options } from '#web/features/films/filter-options.ts'
import { FilterGroup } from './filter-group.tsx'
import { useListText } from '#web/features/films/list-text.ts'

interface FilterPanelProps {
  readonly kind: ListKind
  readonly filters: Filters
  readonly options: Options
  /** Includes the sort order as the first group; beside a list the order stands above the list instead. */
  readonly withOrder?: boolean
  readonly onChange: (field: Field | 'order', value: string) => void
}

/** All filters with their values. Filters whose values failed to load (genres, providers) are left out. */
export function FilterPanel({ kind, filters, options, withOrder = false, onChange }: FilterPanelProps) {
  const t = useListText()
  return (
    <>
      {withOrder && (
        <FilterGroup
          title={t('order')}
          options={ordersOf(kind).map((value) => ({ value, name: t(`order.${value}`), count: null }))}
          chosen={filters.order}
          onChoose={(value) => onChange('order', value === '' ? filters.order : (value as Order))}
        />
      )}
      {fieldsOf(kind)
        .filter((field) => options[field].length > 0)
        .map((field) => (
          <FilterGroup
            key={field}
            title={t(field)}
            options={options[field]}
            chosen={filters[field]}
            isOpenFirst={field === 'genre' || filters[field] !== ''}
            onChoose={(value) => onChange(field, value)}
          />
        ))}
    </>
  )
}
