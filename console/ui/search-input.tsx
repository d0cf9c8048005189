import { Icon } from './icons.tsx'
import styles from './search-input.module.css'

interface SearchInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
}

/** A field that filters what is below it. The key `/` leads to the first one of a page. */
export function SearchInput({ label, value, onChange, hint }: SearchInputProps) {
  return (
    <div className={styles['search']}>
      <Icon name="search" size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={hint === undefined ? label : `${label}: ${hint}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}
