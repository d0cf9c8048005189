import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { isTelevision } from '#web/remote/television.ts'

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

/**
 * A link with another action on a long press, by touch or by OK on a television. There the short press acts when
 * the key is released, because only then its length is known.
 */
export function useLongPress(onHold: () => void) {
  const press = useRef<Press>({ timer: null, x: 0, y: 0, isOver: false })
  const key = useRef<'up' | 'down' | 'held'>('up')
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
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !isTelevision()) return
      event.preventDefault()
      if (!event.repeat) key.current = 'down'
      // A key already held when the focus arrived belongs to another element.
      else if (key.current === 'down') {
        key.current = 'held'
        onHold()
      }
    },
    onKeyUp(event: KeyboardEvent<HTMLElement>) {
      if (event.key !== 'Enter' || !isTelevision()) return
      if (key.current === 'down') event.currentTarget.click()
      key.current = 'up'
    },
    onBlur() {
      key.current = 'up'
    },
  }
}
