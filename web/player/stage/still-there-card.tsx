import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { usePlayerText } from '#web/player/texts/player-text.ts'
import styles from './problem-card.module.css'

interface StillThereCardProps {
  /** What would follow; an empty string when it is the same that goes on. */
  readonly next: string
  readonly onYes: () => void
  /** Left out where there is nothing to close. */
  readonly onNo?: () => void
}

/** Stands in the place of what would have followed by itself, after a long while without anybody touching anything. */
export function StillThereCard({ next, onYes, onNo }: StillThereCardProps) {
  const t = usePlayerText()
  const place = useRef<HTMLDivElement>(null)
  // One press of OK goes on, whatever had the focus.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={place} className={styles.place} data-problem="">
      <div className={styles.card} role="alertdialog" aria-label={t('still.title')}>
        <p className={styles.title}>{t('still.title')}</p>
        <p className={styles.text}>{next === '' ? t('still.text') : t('still.next', { title: next })}</p>
        <Button variant="primary" icon="play" onClick={onYes}>
          {t('still.yes')}
        </Button>
        {onNo !== undefined && (
          <Button variant="quiet" onClick={onNo}>
            {t('still.no')}
          </Button>
        )}
      </div>
    </div>
  )
}
