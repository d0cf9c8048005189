/** Arrow keys lead through the main buttons of a list, Delete presses the row's `data-act="reject"`. */
import { type RefObject, useEffect, useRef } from 'react'

const mainAct = '[data-act="confirm"]'

/** `count` is how many rows there are: when one has gone, the focus goes to the one in its place. */
export function useListKeys(list: RefObject<HTMLElement | null>, count: number): void {
  const last = useRef(-1)
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const mains = () => [...element.querySelectorAll<HTMLElement>(mainAct)]
    const onKey = (event: KeyboardEvent) => {
      const row = event.target instanceof HTMLElement ? event.target.closest('li') : null
      const main = row?.querySelector<HTMLElement>(mainAct)
      if (
        row === null ||
        main === null ||
        main === undefined ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey
      )
        return
      const rows = mains()
      const place = rows.indexOf(main)
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        rows[place + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
      } else if (event.key === 'Delete' && !event.repeat)
        row.querySelector<HTMLElement>('[data-act="reject"]')?.click()
    }
    const onFocus = (event: FocusEvent) => {
      const row = event.target instanceof HTMLElement ? event.target.closest('li') : null
      const main = row?.querySelector<HTMLElement>(mainAct)
      last.current = main === null || main === undefined ? -1 : mains().indexOf(main)
    }
    element.addEventListener('keydown', onKey)
    element.addEventListener('focusin', onFocus)
    return () => {
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('focusin', onFocus)
    }
  })
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(mainAct) ?? [])]
    if (count === 0 || last.current < 0 || document.activeElement !== document.body) return
    rows[Math.min(last.current, rows.length - 1)]?.focus()
  }, [list, count])
}
