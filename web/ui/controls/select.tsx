import { classes } from '#web/ui/text/class-names.ts'
import { Icon } from './icon.tsx'
import styles from './select.module.css'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly name: string }[]
  readonly onChange: (value: string) => void
}

/**
 * A native select: phones and televisions open their own list. It is highlighted while another option than the
 * first is chosen.
 */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <span className={classes(styles.place, value !== options[0]?.value && styles.chosen)}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
      <Icon name="down" size={18} className={styles.arrow} />
    </span>
  )
}
