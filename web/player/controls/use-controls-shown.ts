/**
 * The controls hide after three seconds, but only during playback and while they are not in use (interface,
 * accessibility).
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useLatest } from '#web/state/use-latest.ts'

const hideAfterMs = 3000
const visibly = ':focus-visible'

interface ShownControls {
  readonly shown: boolean
  /** Shows them and restarts the timer. */
  readonly wake: () => void
  /** Hides them at once where that is allowed, after a tap beside them. */
  readonly hide: () => void
}

/** `mayHide` is false while paused, while a menu is open or while the bar is dragged. */
export function useControlsShown(frame: RefObject<HTMLElement | null>, mayHide: boolean): ShownControls {
  const [shown, setShown] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const allowed = useLatest(mayHide)
  const byKey = useRef(false)

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    if (allowed.current && !isKeyboardInside(frame, byKey)) setShown(false)
  }, [frame, allowed])
  const wake = useCallback(() => {
    setShown(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(hide, hideAfterMs)
  }, [hide])

  useEffect(() => {
    if (!mayHide) return
    timer.current = setTimeout(hide, hideAfterMs)
    return () => {
      clearTimeout(timer.current)
      // Controls that could not be hidden were in use, and stay for a while after that.
      setShown(true)
    }
  }, [mayHide, hide])
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const moved = (event: PointerEvent) => event.pointerType === 'mouse' && wake()
    const left = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(hide, 600)
    }
    element.addEventListener('pointermove', moved)
    element.addEventListener('mouseleave', left)
    element.addEventListener('focusin', wake)
    element.addEventListener('keydown', wake)
    const used = ({ type }: Event) => {
      byKey.current = type === 'keydown'
    }
    document.addEventListener('keydown', used, true)
    document.addEventListener('mousedown', used, true)
    return () => {
      element.removeEventListener('pointermove', moved)
      element.removeEventListener('mouseleave', left)
      element.removeEventListener('focusin', wake)
      element.removeEventListener('keydown', wake)
      document.removeEventListener('keydown', used, true)
      document.removeEventListener('mousedown', used, true)
      clearTimeout(timer.current)
    }
  }, [frame, hide, wake])
  return { shown: shown || !mayHide, wake, hide }
}

/**
 * A viewer who uses the keyboard would lose the position of the focus. Engines before Chromium 86 throw on
 * `:focus-visible`; there the last input device decides.
 */
function isKeyboardInside(frame: RefObject<HTMLElement | null>, byKey: RefObject<boolean>): boolean {
  const focused = frame.current?.querySelector('[data-controls] :focus')
  if (focused == null) return false
  try {
    return focused.matches(visibly)
  } catch {
    return byKey.current
  }
}
