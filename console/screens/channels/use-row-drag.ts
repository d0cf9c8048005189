/** Rows of a long table that are dragged by their handle, with mouse or finger; the page scrolls near its edges. */
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '#console/ui/use-latest.ts'

interface RowDragOptions {
  /** Contains the rows, of which those out of sight are not in the page. */
  readonly body: HTMLElement | null
  readonly rowHeight: number
  readonly count: number
  /** `from` is put in front of the row that is at `to` now; `count` for the end. */
  readonly onDrop: (from: number, to: number) => void
}

export interface RowDrag {
  /** Where the row would go: in front of this one. Null while nothing is dragged, or it would stay. */
  readonly place: number | null
  readonly start: (event: PointerEvent, index: number) => void
}

const edgePx = 80
const scrollPx = 14

/** In front of which row something is put that is dropped `top` pixels below the beginning of the rows. */
export function placeAt(top: number, rowHeight: number, count: number): number {
  return Math.max(0, Math.min(count, Math.round(top / rowHeight)))
}

/** Whether a row would stay where it is. */
export function staysAt(from: number, to: number): boolean {
  return to === from || to === from + 1
}

export function useRowDrag(options: RowDragOptions): RowDrag {
  const [place, setPlace] = useState<number | null>(null)
  const latest = useLatest(options)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const start = useCallback(
    (event: PointerEvent, from: number) => {
      if (event.button !== 0) return
      event.preventDefault()
      stop.current?.()
      stop.current = follow(event, from, latest, setPlace)
    },
    [latest],
  )
  return { place, start }
}

/** Follows one pointer until it is released; Escape and a lost pointer end it without a move. Returns what ends it. */
function follow(
  event: PointerEvent,
  from: number,
  latest: { readonly current: RowDragOptions },
  show: (place: number | null) => void,
): () => void {
  const handle = event.currentTarget as HTMLElement
  const { pointerId } = event
  let y = event.clientY
  let to = from
  const look = () => {
    const { body, rowHeight, count } = latest.current
    if (body === null) return
    to = placeAt(y - body.getBoundingClientRect().top, rowHeight, count)
    show(staysAt(from, to) ? null : to)
  }
  const timer = setInterval(() => {
    const step = y < edgePx ? -scrollPx : y > innerHeight - edgePx ? scrollPx : 0
    if (step !== 0) scrollBy(0, step)
    look()
  }, 16)
  const onMove = (moved: globalThis.PointerEvent) => {
    if (moved.pointerId === pointerId) y = moved.clientY
  }
  const end = (isDropped: boolean) => {
    clearInterval(timer)
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', onUp)
    removeEventListener('pointercancel', onCancel)
    removeEventListener('keydown', onKey, true)
    show(null)
    if (isDropped && !staysAt(from, to)) latest.current.onDrop(from, to)
  }
  const onUp = (released: globalThis.PointerEvent) => {
    if (released.pointerId !== pointerId) return
    look()
    end(true)
  }
  const onCancel = (cancelled: globalThis.PointerEvent) => {
    if (cancelled.pointerId === pointerId) end(false)
  }
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return
    pressed.stopPropagation()
    end(false)
  }
  handle.focus()
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', onUp)
  addEventListener('pointercancel', onCancel)
  addEventListener('keydown', onKey, true)
  return () => end(false)
}
