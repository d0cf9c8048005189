import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { usePlayerCardText } from '#web/player/texts/player-card-text.ts'
import styles from './problem-card.module.css'

interface StillThereCardProps {
  /** The title that would follow; an empty string when the same one continues. */
  readonly next: string
  readonly onYes: () => void
  /** Left out where there is nothing to close. */
  readonly onNo?: () => void
}

/** Asks whether anybody is watching, in place of the next title, after a long time without input. */
export function StillThereCard({ next, onYes, onNo }: StillThereCardProps) {
  const t = usePlayerCardText()
  const place = useRef<HTMLDivElement>(null)
  // One press of OK continues, whatever had the focus.
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
