import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { piecesOf, rowsNear, type Geometry, type Piece, type RowRange } from './grid-window.ts'
import { useLatest } from '#web/state/use-latest.ts'

/** Fewer cards are all rendered. */
const few = 72
/** Rendered beyond the screen, in screen heights: what scrolls into view has loaded before. */
const around = 1

interface Looked {
  readonly geometry: Geometry
  readonly shown: RowRange
}

const maxWindows = 30
/** The rendered rows of each list when it was left, so that going back renders the same rows at once. */
const left = new Map<string, Looked>()
function keepLooked(key: string, looked: Looked): void {
  left.delete(key)
  left.set(key, looked)
  const [oldest] = left.keys()
  if (left.size > maxWindows && oldest !== undefined) left.delete(oldest)
}

/** A server renders every card; the browser then removes distant ones before it paints. */
const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** The elements of a grid of `count` cards whose list has the key `key`. The grid's cards carry `data-place`. */
export function useGridWindow(
  grid: RefObject<HTMLUListElement | null>,
  count: number,
  key: string,
): readonly Piece[] {
  const [state, setState] = useState<{ key: string; looked: Looked | null }>(() => ({
    key,
    looked: left.get(key) ?? null,
  }))
  const looked = state.key === key ? state.looked : (left.get(key) ?? null)
  const lookedRef = useLatest(looked)
  const focused = useFocusedPlace(grid)
  const isLong = count > few
  useBeforePaint(() => {
    const element = grid.current
    if (element === null || !isLong) return
    const look = () => {
      const next = lookAt(element)
      if (next === null || isSame(next, lookedRef.current)) return
      keepLooked(key, next)
      lookedRef.current = next
      setState({ key, looked: next })
    }
    // A list that is returned to is rendered as it was left, before it is scrolled there: the observer checks right
    // after that.
    if (lookedRef.current === null) look()
    window.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      window.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [grid, isLong, key])
  if (!isLong || looked === null) return [{ kind: 'cards', from: 0, to: count }]
  return piecesOf(count, looked.geometry, looked.shown, focused)
}

function lookAt(element: HTMLUListElement): Looked | null {
  const card = element.querySelector('[data-place]')
  if (card === null) return null
  const style = getComputedStyle(element)
  const gap = Number.parseFloat(style.rowGap) || 0
  const strideHeight = card.getBoundingClientRect().height + gap
  const columns = style.gridTemplateColumns.split(' ').length
  if (strideHeight <= gap) return null
  const geometry = { columns, strideHeight, gap }
  const screenHeight = window.innerHeight
  const top = element.getBoundingClientRect().top
  return { geometry, shown: rowsNear(geometry, { top, screenHeight, around: screenHeight * around }) }
}

function isSame(one: Looked, other: Looked | null): boolean {
  return (
    other !== null &&
    one.shown.from === other.shown.from &&
    one.shown.to === other.shown.to &&
    one.geometry.columns === other.geometry.columns &&
    Math.abs(one.geometry.strideHeight - other.geometry.strideHeight) < 0.01
  )
}

/** The index of the focused card; it must not disappear. */
function useFocusedPlace(grid: RefObject<HTMLUListElement | null>): number | null {
  const [place, setPlace] = useState<number | null>(null)
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const placeOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : undefined
    const into = ({ target }: FocusEvent) => setPlace(Number(placeOf(target) ?? Number.NaN))
    const out = ({ target }: FocusEvent) => {
      // A window that lost the focus returns it to the same card.
      if (target !== document.activeElement) setPlace(null)
    }
    element.addEventListener('focusin', into)
    element.addEventListener('focusout', out)
    return () => {
      element.removeEventListener('focusin', into)
      element.removeEventListener('focusout', out)
    }
  }, [grid])
  return place === null || Number.isNaN(place) ? null : place
}
