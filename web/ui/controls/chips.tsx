import { useEffect, useRef } from 'react'
import styles from './chips.module.css'

interface ChipsProps {
  readonly label: string
  readonly chosen: string
  readonly options: readonly { readonly value: string; readonly name: string }[]
  readonly onChoose: (value: string) => void
}

/** One of a few, in a strip that scrolls; the chosen one is brought into sight. */
export function Chips({ label, chosen, options, onChoose }: ChipsProps) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = strip.current
    const active = element?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (element && active)
      element.scrollLeft = active.offsetLeft - element.clientWidth / 2 + active.offsetWidth / 2
  }, [chosen, options.length])
  return (
    <div className={styles.strip} ref={strip} role="group" aria-label={label} data-row="">
      {options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          className={styles.chip}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
