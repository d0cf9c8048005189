/** Short messages at the bottom, read out by screen readers; with an undo where there is one. */
import { useSyncExternalStore } from 'react'
import { useText } from '#console/session/text.ts'
import { Button, IconButton } from './button.tsx'
import { classes } from './classes.ts'
import styles from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isProblem: boolean
  readonly onUndo: (() => void) | undefined
  readonly undoLabel: string | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const maxShown = 3
const shownMs = 6000
/** Time to read it, and to reach the button. */
const undoMs = 12_000

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function remove(id: number): void {
  change(toasts.filter((toast) => toast.id !== id))
}

interface ToastOptions {
  readonly isProblem?: boolean
  readonly onUndo?: () => void
  /** The word of the button when it is not `Undo`. */
  readonly undoLabel?: string
}

/** Shows a message for some seconds. */
export function showToast(text: string, { isProblem = false, onUndo, undoLabel }: ToastOptions = {}): void {
  const id = ++lastId
  change([...toasts, { id, text, isProblem, onUndo, undoLabel }].slice(-maxShown))
  setTimeout(() => remove(id), onUndo === undefined ? shownMs : undoMs)
}

/** Where the messages are; once on the page. */
export function Toasts() {
  const t = useText()
  const shown = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => toasts,
  )
  return (
    <div className={styles['region']} role="status" data-react-aria-top-layer="true">
      {shown.map(({ id, text, isProblem, onUndo, undoLabel }) => (
        <div key={id} className={classes(styles['toast'], isProblem && styles['problem'])}>
          <p>{text}</p>
          {onUndo === undefined ? null : (
            <Button
              look="quiet"
              onPress={() => {
                remove(id)
                onUndo()
              }}
            >
              {undoLabel ?? t('common.undo')}
            </Button>
          )}
          <IconButton icon="close" label={t('common.dismiss')} onPress={() => remove(id)} />
        </div>
      ))}
    </div>
  )
}
