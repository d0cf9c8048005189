import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import inputs from './input.module.css'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** What is searched, also read aloud. */
  readonly label: string
  /** The action of the clear button, read aloud. */
  readonly clear: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Filters a list that is already on the page. */
export function SearchField({ label, clear, value, onChange }: SearchFieldProps) {
  return (
    <div className={inputs.search} role="search">
      <Icon name="search" size={20} className={classes(inputs.searchIcon, styles.icon)} />
      <input
        className={classes(inputs.box, inputs.searchBox, styles.input)}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value !== '' && (
        <IconButton
          className={styles.clear}
          icon="close"
          size={20}
          label={clear}
          onClick={() => onChange('')}
        />
      )}
    </div>
  )
}
