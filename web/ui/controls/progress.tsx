import { classes } from '#web/ui/text/class-names.ts'
import styles from './progress.module.css'

interface ProgressProps {
  /** 0 to 1. */
  readonly part: number
  readonly className?: string | undefined
}

/** A thin progress bar; the text beside it says the same. */
export function Progress({ part, className }: ProgressProps) {
  return (
    <span className={classes(styles.track, className)} aria-hidden="true">
      <span className={styles.done} style={{ transform: `scaleX(${part.toFixed(3)})` }} />
    </span>
  )
}
