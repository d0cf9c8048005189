import { useEffect, useState } from 'react'

export interface RowsInSight {
  readonly first: number
  /** After the last one. */
  readonly end: number
}

const rowsAround = 16
/** The range moves in steps, so that a scroll by a few rows renders nothing. */
const step = 4

/**
 * Which rows of a long list are in sight, with some around them. `element` contains the rows, each `rowHeight` pixels
 * high, and scrolls with the window.
 */
export function useRowsInSight(element: HTMLElement | null, count: number, rowHeight: number): RowsInSight {
  const [range, setRange] = useState<RowsInSight>({ first: 0, end: 2 * rowsAround })
  useEffect(() => {
    if (element === null) return undefined
    const measure = () => {
      const above = Math.max(0, -element.getBoundingClientRect().top)
      const first = Math.max(0, Math.floor((above / rowHeight - rowsAround) / step) * step)
      const end = first + Math.ceil((innerHeight / rowHeight + 2 * rowsAround) / step) * step
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }))
    }
    // Called at once, and when what is above the list gets another height.
    const observer = new ResizeObserver(measure)
    observer.observe(document.documentElement)
    addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('scroll', measure)
    }
  }, [element, rowHeight])
  const first = Math.min(range.first, Math.max(0, count - rowsAround))
  return { first, end: Math.min(count, Math.max(range.end, first + rowsAround)) }
}
