import { classes } from '#web/ui/text/class-names.ts'
import { useScrollToChosen } from './use-scroll-to-chosen.ts'
import pills from './pills.module.css'

interface ChipsProps {
  readonly label: string
  readonly chosen: string
  readonly options: readonly { readonly value: string; readonly name: string }[]
  readonly onChoose: (value: string) => void
}

/** A choice of one among a few, in a strip that scrolls; the chosen one is scrolled into view. */
export function Chips({ label, chosen, options, onChoose }: ChipsProps) {
  const strip = useScrollToChosen<HTMLDivElement>(chosen, options.length)
  return (
    <div className={classes(pills.strip, pills.wide)} ref={strip} role="group" aria-label={label} data-row="">
      {options.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          className={classes(pills.option, pills.pill)}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
