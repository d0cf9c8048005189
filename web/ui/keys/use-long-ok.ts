/**
 * OK on a card: a short press opens it when the key is released, a long one runs the other action, as the keys Menu and
 * Info do. Only on televisions.
 */
import { useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { actionOf } from '#web/remote/keys.ts'
import { isTelevision } from '#web/remote/television.ts'

/** Long enough that no short press counts as a long one. */
export const longOkMs = 600

export function useLongOk(onHold: (element: HTMLElement) => void) {
  const key = useRef<'up' | 'down' | 'over'>('up')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    key.current = 'up'
  }
  const hold = (element: HTMLElement) => {
    end()
    key.current = 'over'
    ignoreUntilReleased()
    onHold(element)
  }
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!isTelevision()) return
      const { currentTarget } = event
      const action = actionOf(event)?.kind
      if ((action === 'menu' || action === 'info') && !event.repeat) {
        event.preventDefault()
        return onHold(currentTarget)
      }
      if (action !== 'ok') return
      event.preventDefault()
      // A key already pressed when the focus arrived belongs to another element.
      if (event.repeat) return
      key.current = 'down'
      clearTimeout(timer.current)
      timer.current = setTimeout(hold, longOkMs, currentTarget)
    },
    onKeyUp(event: KeyboardEvent<HTMLElement>) {
      if (!isTelevision() || actionOf(event)?.kind !== 'ok') return
      const isShort = key.current === 'down'
      end()
      if (isShort) event.currentTarget.click()
    },
    onContextMenu(event: MouseEvent) {
      // The browser's own menu has nothing for a remote control.
      if (isTelevision()) event.preventDefault()
    },
    onBlur: end,
  }
}

/**
 * The element opened by a long press has the focus while the key is still down; the key's repeats must not press
 * anything there.
 */
function ignoreUntilReleased(): void {
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (actionOf(event)?.kind !== 'ok' || !event.repeat) return stop()
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => {
    window.removeEventListener('keydown', ignore, true)
    window.removeEventListener('keyup', stop, true)
  }
  window.addEventListener('keydown', ignore, true)
  window.addEventListener('keyup', stop, true)
}
