import { RetryLine } from '#web/ui/cards/state-card.tsx'
import styles from './home.module.css'

interface FailedRailProps {
  readonly title: string
  readonly onRetry: () => void
}

/** A rail that failed to load is reduced to one line (HOME-02). */
export function FailedRail({ title, onRetry }: FailedRailProps) {
  return (
    <section className={styles.failed}>
      <h2 className={styles.failedTitle}>{title}</h2>
      <RetryLine onRetry={onRetry} />
    </section>
  )
}
