import { site } from '#contract/site.ts'
import { useCall } from '#web/session/api.ts'
import { Select } from '#web/ui/select.tsx'
import { orders, yearOptions, type Filters } from './list-filters.ts'
import { useListText } from './list-text.ts'
import styles from './list-screen.module.css'

interface FilterBarProps {
  readonly filters: Filters
  readonly onChange: (field: 'order' | 'genre' | 'year', value: string) => void
}

/** What cannot be asked for (genres that did not load) is not there. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = useListText()
  const genres = useCall(site.genres, {})
  const years = yearOptions(new Date().getFullYear())
  return (
    <div className={styles.filters} role="group" aria-label={t('filters')} data-row="">
      <Select
        label={t('order')}
        value={filters.order}
        options={orders.map((order) => ({ value: order, name: t(`order.${order}`) }))}
        onChange={(value) => onChange('order', value === '-popularity' ? '' : value)}
      />
      {genres.kind === 'answer' && (
        <Select
          label={t('genre')}
          value={filters.genre}
          options={[
            { value: '', name: t('allGenres') },
            ...genres.data.map((genre) => ({ value: String(genre.id), name: genre.name })),
          ]}
          onChange={(value) => onChange('genre', value)}
        />
      )}
      <Select
        label={t('year')}
        value={filters.year}
        options={[
          { value: '', name: t('allYears') },
          ...years.map(({ id, label }) => ({ value: id, name: label ?? t('before1980') })),
        ]}
        onChange={(value) => onChange('year', value)}
      />
    </div>
  )
}
