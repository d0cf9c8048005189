/** What a region shows when it has no content: an error, or an empty state. */
import type { ReactNode } from 'react'
import { useText } from '#web/session/text.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import styles from './state-card.module.css'

interface RetryCardProps {
  readonly onRetry: () => void
  /** Names what failed, when "could not be loaded" is not specific enough. */
  readonly message?: string | undefined
}

/**
 * A region that failed to load. The rest of the page works. Offline it says so, and reloads automatically when the
 * connection is back.
 */
export function RetryCard({ onRetry, message }: RetryCardProps) {
  const t = useText()
  const reachable = useReachable()
  return (
    <div className={styles.card} role="alert">
      {!reachable && <Icon name="noSignal" size={40} className={styles.icon} />}
      <p className={styles.title}>{reachable ? message || t('state.failed') : t('connection.lost')}</p>
      <p className={styles.text}>{t(reachable ? 'state.failedHint' : 'connection.hint')}</p>
      <Button icon="retry" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </div>
  )
}

/** The same in one line, for a rail among other rails. */
export function RetryLine({ onRetry, message }: RetryCardProps) {
  const t = useText()
  return (
    <div className={styles.line} role="alert">
      <span>{message || t('state.failed')}</span>
      <Button variant="quiet" icon="retry" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    </div>
  )
}

interface EmptyCardProps {
  readonly title: string
  readonly text?: string | undefined
  /** The one action offered. */
  readonly children?: ReactNode
}

export function EmptyCard({ title, text, children }: EmptyCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  )
}
