import { Button } from '#web/ui/controls/button.tsx'
import { useMyText } from './my-text.ts'
import styles from './my-screen.module.css'

interface UndoBarProps {
  /** The number of removed items; 0 hides the bar. */
  readonly count: number
  readonly onUndo: () => void
  /** The button has the focus or the pointer: the timer is paused. */
  readonly onHold: () => void
  readonly onRelease: () => void
}

/** Says what was removed, with an undo button. Part of the page, so that a remote control reaches it. */
export function UndoBar({ count, onUndo, onHold, onRelease }: UndoBarProps) {
  const t = useMyText()
  return (
    <div className={styles.undoPlace} role="status">
      {count > 0 && (
        <div
          className={styles.undo}
          data-first=""
          onPointerEnter={onHold}
          onPointerLeave={onRelease}
          onFocus={onHold}
          onBlur={onRelease}
        >
          <span>{t('removed', { count })}</span>
          <Button variant="quiet" icon="retry" onClick={onUndo}>
            {t('undo')}
          </Button>
        </div>
      )}
    </div>
  )
}
