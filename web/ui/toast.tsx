import { useSyncExternalStore } from 'react'
import styles from './toast.module.css'

const STANDS_MS = 4000
let text: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const show = (next: string | null) => {
  text = next
  for (const listener of listeners) listener()
}

/** Says one sentence at the bottom of the screen for four seconds; the next one takes its place. */
export function showToast(sentence: string): void {
  clearTimeout(timer)
  show(sentence)
  timer = setTimeout(show, STANDS_MS, null)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear; stands once, in the shell. */
export function Toaster() {
  const sentence = useSyncExternalStore(
    subscribe,
    () => text,
    () => null,
  )
  return (
    <div className={styles.place} role="status">
      {sentence !== null && (
        <p className={styles.toast} key={sentence}>
          {sentence}
        </p>
      )}
    </div>
  )
}
