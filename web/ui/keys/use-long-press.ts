import { useRef, type MouseEvent, type PointerEvent } from 'react'

const longPressMs = 550
/** A finger that moved further is scrolling. */
const stillPx = 10

interface Press {
  timer: ReturnType<typeof setTimeout> | null
  x: number
  y: number
  /** The long press was recognised: the following click is ignored. */
  isOver: boolean
}

/** A link with another action on a long press by touch; a remote control has `use-long-ok.ts`. */
export function useLongPress(onHold: () => void) {
  const press = useRef<Press>({ timer: null, x: 0, y: 0, isOver: false })
  const stop = () => {
    if (press.current.timer !== null) clearTimeout(press.current.timer)
    press.current.timer = null
  }
  return {
    onPointerDown(event: PointerEvent) {
      stop()
      press.current = { timer: null, x: event.clientX, y: event.clientY, isOver: false }
      if (event.pointerType !== 'touch') return
      press.current.timer = setTimeout(() => {
        press.current.isOver = true
        onHold()
      }, longPressMs)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current
      if (Math.abs(clientX - x) > stillPx || Math.abs(clientY - y) > stillPx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      // The link's context menu would cover the result of the press.
      if (press.current.timer !== null || press.current.isOver) event.preventDefault()
    },
    onClick(event: MouseEvent) {
      // A click without a pointer comes from a key.
      if (press.current.isOver && event.detail > 0) event.preventDefault()
      press.current.isOver = false
    },
  }
}
