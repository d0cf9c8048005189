/** Scrolls the grid to a cell. */
import {
  leadSec,
  leftToShow,
  scrollToShow,
  widthOf,
  xOf,
  type GuideScale,
  type GuideSpan,
} from './model/geometry.ts'
import type { Spot } from './model/walk.ts'

interface Grid {
  readonly scroller: HTMLElement
  readonly scale: GuideScale
  readonly span: GuideSpan
}

/** Scrolls as little as needed: to the whole row, and at least the first half hour of the entry. */
export function showSpot({ scroller, scale, span }: Grid, { row, piece, atSec }: Spot): void {
  // All of the page is read before anything is written: a read afterwards would compute the layout again.
  const { clientHeight, clientWidth, scrollTop, scrollLeft } = scroller
  const rowTop = row * scale.rowPx
  const top = scrollToShow(scrollTop, clientHeight - scale.headPx, rowTop, rowTop + scale.rowPx)
  const leftOf = (sec: number) => xOf(scale, span, sec) - scale.columnPx
  const left = leftToShow({
    ...{ left: scrollLeft, width: clientWidth - scale.columnPx, leadPx: widthOf(scale, leadSec) },
    begin: leftOf(Math.max(piece.beginSec, span.beginSec)),
    end: leftOf(piece.endSec),
    place: leftOf(atSec),
  })
  if (top !== scrollTop) scroller.scrollTop = top
  if (left !== scrollLeft) scroller.scrollLeft = left
}
