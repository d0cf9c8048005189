import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './confirm-dialog.module.css'

interface ConfirmDialogProps {
  readonly open: boolean
  /** The question. */
  readonly title: string
  /** What happens after confirming. */
  readonly text: string
  /** The label of the confirming button, never "OK". */
  readonly action: string
  readonly cancel: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** A question before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, action, cancel, onConfirm, onClose } = props
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{cancel}</Button>
        <Button variant="primary" disabled={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
