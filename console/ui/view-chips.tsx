import { classes } from './classes.ts'
import styles from './view-chips.module.css'

interface ViewChipsProps<View extends string> {
  /** What is being chosen, for screen readers. */
  readonly label: string
  readonly views: readonly { readonly name: View; readonly text: string; readonly count?: number }[]
  readonly chosen: View
  readonly onChoose: (view: View) => void
}

/** Filters of a list of which one holds, each with how many it leaves. */
export function ViewChips<View extends string>({ label, views, chosen, onChoose }: ViewChipsProps<View>) {
  return (
    <div className={styles['views']} role="group" aria-label={label}>
      {views.map(({ name, text, count }) => (
        <button
          key={name}
          type="button"
          className={classes(styles['view'], chosen === name && styles['isChosen'])}
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {text} {count === undefined ? null : <span>{count}</span>}
        </button>
      ))}
    </div>
  )
}
