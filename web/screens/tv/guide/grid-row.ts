/** One row of the grid: a DOM element that is created once and reused for many channels, and its cells. */
import type { Cell } from './grid-cell.ts'
import type { Piece } from './model/guide-store.ts'
import styles from './guide-grid.module.css'

export interface Row {
  readonly element: HTMLElement
  readonly cells: Map<Piece, Cell>
  /** Cells of another channel or time, to be reused. */
  spare: Cell[]
  /** Cells that the left edge cuts now, or will before the next ones are filled. */
  cut: Cell[]
  index: number
  cid: number
  /** The time range it has cells for; both 0: none. */
  fromSec: number
  toSec: number
  /** False while it is being filled off the screen: it is moved to its position when it is complete. */
  isPlaced: boolean
}

/** A row without a channel, at the end of `body`. */
export function makeRow(body: HTMLElement): Row {
  const element = document.createElement('div')
  element.className = styles.row ?? ''
  element.setAttribute('role', 'row')
  body.append(element)
  return {
    ...{ element, cells: new Map(), spare: [], cut: [] },
    ...{ index: -1, cid: 0, fromSec: 0, toSec: 0, isPlaced: false },
  }
}
