import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { appliedOf, ordersOf, type Filters, type ListKind } from '#web/features/films/list-filters.ts'
import { useListText } from '#web/features/films/list-text.ts'
import type { ShownList } from '#web/features/films/use-film-list.ts'
import styles from './list-bar.module.css'

interface ListBarProps {
  readonly kind: ListKind
  readonly filters: Filters
  readonly films: ShownList
  readonly onOrder: (order: string) => void
  readonly onFilters: () => void
}

/**
 * Above the list: the number of titles, their order, and the button of the filters where those are not beside the
 * list.
 */
export function ListBar({ kind, filters, films, onOrder, onFilters }: ListBarProps) {
  const t = useListText()
  const applied = appliedOf(filters).length
  const isLoaded = films.list.length > 0 || films.next === null
  return (
    <div className={styles.bar} data-row="">
      <p className={styles.count} role="status">
        {isLoaded ? t('count', { count: films.total }) : ' '}
      </p>
      <span className={styles.filters}>
        <Button icon="filter" aria-haspopup="dialog" onClick={onFilters}>
          {applied === 0 ? t('filters') : t('filtersCount', { count: applied })}
        </Button>
      </span>
      <span className={styles.order}>
        <Select
          label={t('order')}
          value={filters.order}
          options={ordersOf(kind).map((order) => ({ value: order, name: t(`order.${order}`) }))}
          onChange={onOrder}
        />
      </span>
    </div>
  )
}
