import styles from './toast.module.css'
import { createStore, useStore } from '#web/state/create-store.ts'

/** An action offered while the toast is shown, such as undo. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly sentence: string
  readonly action: ToastAction | undefined
}

const standsMs = 4000
/** Toasts with an action stay longer: the viewer has to read, decide and press. */
const standsWithActionMs = 8000
const toast = createStore<Toast | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows one sentence at the bottom of the screen for a few seconds; the next one replaces it. */
export function showToast(sentence: string, action?: ToastAction): void {
  clearTimeout(timer)
  toast.set({ sentence, action })
  timer = setTimeout(toast.set, action === undefined ? standsMs : standsWithActionMs, null)
}

function act(action: ToastAction): void {
  clearTimeout(timer)
  toast.set(null)
  action.run()
}

/** Displays the toasts; used once, in the shell. */
export function Toaster() {
  const shown = useStore(toast, () => null)
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
