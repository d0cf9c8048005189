import { Icon } from '#web/ui/controls/icon.tsx'
import { chosenName, type Options } from './filter-options.ts'
import { appliedOf, type Field, type Filters } from './list-filters.ts'
import { useListText } from './list-text.ts'
import styles from './applied-filters.module.css'

interface AppliedFiltersProps {
  readonly filters: Filters
  readonly options: Options
  readonly onDrop: (field: Field) => void
  readonly onReset: () => void
}

/** The active filters, each with a button that removes it. */
export function AppliedFilters({ filters, options, onDrop, onReset }: AppliedFiltersProps) {
  const t = useListText()
  const applied = appliedOf(filters)
  if (applied.length === 0) return null
  return (
    <div className={styles.strip} role="group" aria-label={t('applied')} data-row="">
      {applied.map((field) => {
        const name = chosenName(options, field, filters)
        return (
          <button
            key={field}
            type="button"
            className={styles.chip}
            aria-label={t('drop', { filter: t(field), value: name })}
            onClick={() => onDrop(field)}
          >
            <span>{name}</span>
            <Icon name="close" size={16} className={styles.cross} />
          </button>
        )
      })}
      <button type="button" className={styles.reset} onClick={onReset}>
        {t('resetShort')}
      </button>
    </div>
  )
}
