/**
 * Short messages at the bottom, read out by screen readers; with an undo where there is one. Their time stands still
 * while the pointer or the focus is on them, and while the window is not in sight: somebody who looks at the effect on
 * the site comes back to the undo.
 */
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isCancelled } from '#console/session/call-error.ts'
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
/** After the pointer has left, at least so long. */
const againMs = 3000

/** Until when each message is shown, or how long it has left while time stands still. */
const times = new Map<number, { readonly until: number; readonly timer: ReturnType<typeof setTimeout> }>()
const stopped = new Map<number, number>()
let isStill = false

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function remove(id: number): void {
  clearTimeout(times.get(id)?.timer)
  times.delete(id)
  stopped.delete(id)
  change(toasts.filter((toast) => toast.id !== id))
}

function start(id: number, ms: number): void {
  if (isStill) stopped.set(id, ms)
  else times.set(id, { until: Date.now() + ms, timer: setTimeout(() => remove(id), ms) })
}

function setStill(isNowStill: boolean): void {
  if (isNowStill === isStill) return
  isStill = isNowStill
  if (isStill) {
    for (const [id, { until, timer }] of times) {
      clearTimeout(timer)
      stopped.set(id, Math.max(againMs, until - Date.now()))
    }
    times.clear()
    return
  }
  const waiting = [...stopped]
  stopped.clear()
  for (const [id, ms] of waiting) start(id, ms)
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
  for (const { id: old } of toasts.slice(0, Math.max(0, toasts.length + 1 - maxShown))) remove(old)
  change([...toasts, { id, text, isProblem, onUndo, undoLabel }])
  start(id, onUndo === undefined ? shownMs : undoMs)
}

/** Says why an act failed; nothing when the person has closed the dialog that the request waited for. */
export function showFailure(error: Error): void {
  if (!isCancelled(error)) showToast(error.message, { isProblem: true })
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
  useEffect(() => {
    const look = () => setStill(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const region = useRef<HTMLDivElement>(null)
  const pointer = useRef<{ readonly x: number; readonly y: number }>(undefined)
  const leave = () => setStill(document.hidden)
  const point = ({ clientX: x, clientY: y }: PointerEvent) => {
    pointer.current = { x, y }
    setStill(true)
  }
  // A message that is gone tells nobody that the pointer or the focus has left it.
  useLayoutEffect(() => {
    const { current: place } = pointer
    const isIn = (element: Element | null) => region.current?.contains(element) === true
    if (place !== undefined && isIn(document.elementFromPoint(place.x, place.y))) return
    pointer.current = undefined
    if (!isIn(document.activeElement)) setStill(document.hidden)
  })
  const close = (id: number) => {
    remove(id)
    leave()
  }
  return (
    <div
      ref={region}
      className={styles['region']}
      role="status"
      data-react-aria-top-layer="true"
      onPointerEnter={point}
      onPointerMove={point}
      onPointerLeave={() => {
        pointer.current = undefined
        leave()
      }}
      onFocus={() => setStill(true)}
      onBlur={leave}
    >
      {shown.map(({ id, text, isProblem, onUndo, undoLabel }) => (
        <div key={id} className={classes(styles['toast'], isProblem && styles['problem'])}>
          <p>{text}</p>
          {onUndo === undefined ? null : (
            <Button
              look="quiet"
              onPress={() => {
                close(id)
                onUndo()
              }}
            >
              {undoLabel ?? t('common.undo')}
            </Button>
          )}
          <IconButton icon="close" label={t('common.dismiss')} onPress={() => close(id)} />
        </div>
      ))}
    </div>
  )
}
