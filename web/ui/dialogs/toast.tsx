import { useSyncExternalStore } from 'react'
import styles from './toast.module.css'

/** What can still be done about it while it stands. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly sentence: string
  readonly action: ToastAction | undefined
}

const standsMs = 4000
/** Who may want to take something back has to read it, decide and get there. */
const standsWithActionMs = 8000
let toast: Toast | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: Toast | null) {
  toast = next
  for (const listener of listeners) listener()
}

/** Says one sentence at the bottom of the screen for a few seconds; the next one takes its place. */
export function showToast(sentence: string, action?: ToastAction): void {
  clearTimeout(timer)
  show({ sentence, action })
  timer = setTimeout(show, action === undefined ? standsMs : standsWithActionMs, null)
}

function act(action: ToastAction): void {
  clearTimeout(timer)
  show(null)
  action.run()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; stands once, in the shell. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toast,
    () => null,
  )
  const action = shown?.action
  return (
    <div className={styles.place} role="status">
      {shown !== null && (
        <div className={styles.toast} key={shown.sentence}>
          <p>{shown.sentence}</p>
          {action !== undefined && (
            <button type="button" className={styles.action} onClick={() => act(action)}>
              {action.label}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
