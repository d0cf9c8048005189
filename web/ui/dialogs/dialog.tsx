import { useEffect, useRef, type ReactNode } from 'react'
import { useText } from '#web/session/text.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { markedControl } from './marked-control.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly className?: string | undefined
  readonly children: ReactNode
  readonly onClose: () => void
}

/** A native modal dialog: the browser keeps the focus inside and returns it; Esc and a click outside close it. */
export function Dialog({ open, title, className, children, onClose }: DialogProps) {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  // `close` comes a task later: a dialog opened again by then must stay open.
  const closedByCaller = useRef(0)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open === open) return
    if (!open) {
      closedByCaller.current++
      return dialog.close()
    }
    dialog.showModal()
    // The focus starts at the element marked for it or at the first field, not at the close button before them.
    ;(markedControl(dialog) ?? dialog.querySelector('input'))?.focus()
  }, [open])
  const closed = () => {
    if (closedByCaller.current === 0) onClose()
    else closedByCaller.current--
  }
  return (
    <dialog
      ref={element}
      className={classes(styles.dialog, className)}
      aria-label={title}
      onClose={closed}
      onClick={(event) => event.target === element.current && element.current.close()}
    >
      {open && (
        <div className={styles.card}>
          <div className={styles.head}>
            <h2>{title}</h2>
            <IconButton icon="close" label={t('dialog.close')} onClick={() => element.current?.close()} />
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
