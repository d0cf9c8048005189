/**
 * Clicks and touches on the video. Mouse: click plays or pauses, double click toggles full screen. Touch: tap shows
 * or hides the controls, double tap at a side skips ten seconds and further taps add up, a long press plays at
 * double speed, a swipe upwards belongs to the page.
 */
import { useRef, type PointerEvent } from 'react'

const doubleMs = 300
const longMs = 550
const swipePx = 48

export interface TapActions {
  readonly onClick: () => void
  readonly onDoubleClick: () => void
  readonly onTap: () => void
  readonly onSide: (side: -1 | 1) => void
  readonly onLongPress: (isPressed: boolean) => void
  /** A swipe upwards over the video; when left out, the swipe scrolls the page. */
  readonly onSwipeUp?: () => void
}

interface TapHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
}

export function useTaps(actions: TapActions): TapHandlers {
  const lastAtMs = useRef(0)
  const lastSide = useRef<-1 | 0 | 1>(0)
  const single = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const long = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isLong = useRef(false)
  const from = useRef({ x: 0, y: 0 })

  const endLong = () => {
    clearTimeout(long.current)
    if (isLong.current) actions.onLongPress(false)
    const was = isLong.current
    isLong.current = false
    return was
  }
  const mouse = (double: boolean) => {
    clearTimeout(single.current)
    if (double) actions.onDoubleClick()
    else single.current = setTimeout(actions.onClick, doubleMs)
  }
  const touch = (double: boolean, side: -1 | 0 | 1) => {
    clearTimeout(single.current)
    if (double && side !== 0 && side === lastSide.current) actions.onSide(side)
    else single.current = setTimeout(actions.onTap, doubleMs)
    lastSide.current = side
  }

  return {
    onPointerDown(event) {
      if (event.pointerType === 'mouse') return
      // Two fingers zoom the page and are no long press: double speed would never end.
      clearTimeout(long.current)
      if (!event.isPrimary) return void endLong()
      from.current = { x: event.clientX, y: event.clientY }
      long.current = setTimeout(() => {
        isLong.current = true
        actions.onLongPress(true)
      }, longMs)
    },
    onPointerUp(event) {
      if (endLong() || event.button !== 0 || !event.isPrimary) return
      const up = from.current.y - event.clientY
      if (event.pointerType === 'touch' && up > swipePx && up > 2 * Math.abs(event.clientX - from.current.x))
        return actions.onSwipeUp?.()
      const now = performance.now()
      const double = now - lastAtMs.current < doubleMs
      const isMouse = event.pointerType === 'mouse'
      // A third click counts as a first one again; taps at a side continue to add up.
      lastAtMs.current = isMouse && double ? 0 : now
      if (isMouse) return mouse(double)
      const box = event.currentTarget.getBoundingClientRect()
      const share = (event.clientX - box.left) / box.width
      touch(double, share < 0.38 ? -1 : share > 0.62 ? 1 : 0)
    },
    onPointerCancel: () => void endLong(),
  }
}
