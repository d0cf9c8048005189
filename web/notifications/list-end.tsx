import type { MouseEvent } from 'react'
import { Link } from '#web/router/router.ts'
import { useNearEnd } from '#web/ui/scroll/use-near-end.ts'
import { RetryLine } from '#web/ui/cards/state-card.tsx'
import styles from './list-end.module.css'

interface ListEndProps {
  readonly next: number | null
  readonly isLoading: boolean
  readonly failed: boolean
  readonly more: () => void
  readonly word: string
}

/**
 * The end of a list that grows when it scrolls into view; also a link, for the keyboard and pages without scripts.
 */
export function ListEnd({ next, isLoading, failed, more, word }: ListEndProps) {
  const end = useNearEnd(next !== null && !isLoading && !failed, more)
  const append = (event: MouseEvent) => {
    event.preventDefault()
    more()
  }
  return (
    <div ref={end} className={styles.end}>
      {failed && <RetryLine onRetry={more} />}
      {!failed && next !== null && (
        <Link className={styles.more} to={`?page=${next}`} onClick={append} aria-busy={isLoading}>
          {word}
        </Link>
      )}
    </div>
  )
}
