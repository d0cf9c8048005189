import { useEffect, useRef, type KeyboardEvent } from 'react'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { longestQuery } from './search-address.ts'
import { useSearchText } from '#web/features/search/search-text.ts'
import { classes } from '#web/ui/text/class-names.ts'
import inputs from '#web/ui/controls/input.module.css'
import styles from './search-field.module.css'

interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  /** The ids of the lists below, when they have results, and the id of the selected result. */
  readonly listIds: string | undefined
  readonly active: string | null
}

export function SearchField({ value, onChange, onKeyDown, listIds, active }: SearchFieldProps) {
  const t = useSearchText()
  const input = useRef<HTMLInputElement>(null)
  // An empty search page focuses the field; a page with results does not.
  useEffect(() => {
    if (input.current?.value !== '') return
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div className={inputs.search}>
      <Icon name="search" size={24} className={classes(inputs.searchIcon, styles.icon)} />
      <input
        ref={input}
        className={classes(inputs.box, inputs.searchBox, styles.input)}
        data-search-field=""
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longestQuery}
        role="combobox"
        aria-label={t('title')}
        aria-autocomplete="list"
        aria-expanded={listIds !== undefined}
        aria-controls={listIds}
        aria-activedescendant={active ?? undefined}
        placeholder={t('placeholder')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown(event)
          if (event.key === 'Escape' && !event.defaultPrevented) onChange('')
        }}
      />
      {value !== '' && (
        <IconButton
          className={styles.clear}
          icon="close"
          size={22}
          label={t('clear')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}
