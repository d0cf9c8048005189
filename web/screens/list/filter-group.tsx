import { useId, useState } from 'react'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import type { Option } from '#web/features/films/filter-options.ts'
import { useListText } from '#web/features/films/list-text.ts'
import styles from './filter-group.module.css'

interface FilterGroupProps {
  readonly title: string
  readonly options: readonly Option[]
  readonly chosen: string
  /** Expanded before anything is chosen in it. */
  readonly isOpenFirst?: boolean
  /** Called with the chosen value again to clear the filter. */
  readonly onChoose: (value: string) => void
}

/** One filter: its values under its name, at most one of them chosen. */
export function FilterGroup({ title, options, chosen, isOpenFirst = false, onChoose }: FilterGroupProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  const name = options.find(({ value }) => value === chosen)?.name
  return (
    <section className={styles.group}>
      <h3>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span>{title}</span>
          {!isOpen && name !== undefined && <span className={styles.chosen}>{name}</span>}
          <Icon name={isOpen ? 'up' : 'down'} size={18} className={styles.arrow} />
        </button>
      </h3>
      <ul className={styles.options} id={id} hidden={!isOpen} aria-label={title}>
        {isOpen &&
          options.map((option) => (
            <li key={option.value}>
              <OptionButton
                option={option}
                isChosen={option.value === chosen}
                onClick={() => onChoose(option.value === chosen ? '' : option.value)}
              />
            </li>
          ))}
      </ul>
    </section>
  )
}

interface OptionButtonProps {
  readonly option: Option
  readonly isChosen: boolean
  readonly onClick: () => void
}

/** A value that would match nothing is shown disabled; the chosen one can always be cleared. */
function OptionButton({ option: { name, count }, isChosen, onClick }: OptionButtonProps) {
  const t = useListText()
  return (
    <button
      type="button"
      className={classes(styles.option, isChosen && styles.isChosen)}
      aria-pressed={isChosen}
      disabled={count === 0 && !isChosen}
      onClick={onClick}
    >
      <span className={styles.name}>{name}</span>
      {count !== null && (
        <span className={styles.count}>
          <span className="spoken">{t('count', { count })}</span>
          <span aria-hidden="true">{count}</span>
        </span>
      )}
    </button>
  )
}
