import { useRef } from 'react'
import { useOnChange } from '#web/state/use-on-change.ts'

/**
 * Scrolls a strip sideways until its chosen entry (`aria-pressed` or `aria-current`) is in the middle.
 * It scrolls again when `chosen` or the number of entries changes. Returns the ref of the strip.
 */
export function useScrollToChosen<T extends HTMLElement>(chosen: string | undefined, entryCount: number) {
  const strip = useRef<T>(null)
  useOnChange([chosen, entryCount], () => {
    const element = strip.current
    const active = element?.querySelector<HTMLElement>('[aria-pressed="true"], [aria-current]')
    if (element && active)
      element.scrollLeft = active.offsetLeft - element.clientWidth / 2 + active.offsetWidth / 2
  })
  return strip
}
