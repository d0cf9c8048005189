/** Moving the focus in the grid: along a row from entry to entry, across the rows at one moment. Pure. */
import { daySec } from '#web/features/channels/use-programmes.ts'
import type { GuideSpan } from './geometry.ts'
import type { Piece } from './guide-store.ts'

export interface Spot {
  readonly row: number
  readonly piece: Piece
  /** The moment at which the focus moves from row to row; it lies within the entry. */
  readonly atSec: number
}

export type Move =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'pageUp'
  | 'pageDown'
  | 'dayBefore'
  | 'dayAfter'
  | 'now'
  | 'firstRow'
  | 'lastRow'

export interface GridModel {
  readonly rowCount: number
  readonly span: GuideSpan
  readonly nowSec: number
  /** The number of rows in a page. */
  readonly pageRows: number
  /** The entries of a row around a range of time, in order; gaps too small to show are left out. */
  readonly piecesAt: (row: number, fromSec: number, toSec: number) => readonly Piece[]
}

/** Longer than the largest gap without an entry. */
const lookSec = 600

function clamp(value: number, min: number, max: number) {
  return Math.min(Math.max(value, min), max)
}

/** The entry of a row at a moment; in a gap too small for an entry, the nearest one. */
export function spotAt(grid: GridModel, row: number, atSec: number): Spot | null {
  const { beginSec, endSec } = grid.span
  const at = clamp(atSec, beginSec, endSec - 1)
  if (row < 0 || row >= grid.rowCount) return null
  const pieces = grid.piecesAt(row, at, at + 1)
  let nearest: Piece | null = null
  let min = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const apart = Math.max(piece.beginSec - at, at - piece.endSec + 1, 0)
    if (apart < min) [min, nearest] = [apart, piece]
  }
  return nearest === null ? null : { row, piece: nearest, atSec: at }
}

/** The target of a move, or null at the end: the focus leaves the grid. */
export function step(grid: GridModel, from: Spot, move: Move): Spot | null {
  const { row, atSec } = from
  const lastRow = grid.rowCount - 1
  switch (move) {
    case 'left':
      return beside(grid, from, 'left')
    case 'right':
      return beside(grid, from, 'right')
    case 'up':
      return spotAt(grid, row - 1, atSec)
    case 'down':
      return spotAt(grid, row + 1, atSec)
    case 'pageUp':
      return spotAt(grid, clamp(row - grid.pageRows, 0, lastRow), atSec)
    case 'pageDown':
      return spotAt(grid, clamp(row + grid.pageRows, 0, lastRow), atSec)
    case 'dayBefore':
      return spotAt(grid, row, atSec - daySec)
    case 'dayAfter':
      return spotAt(grid, row, atSec + daySec)
    case 'now':
      return spotAt(grid, row, grid.nowSec)
    case 'firstRow':
      return spotAt(grid, 0, atSec)
    case 'lastRow':
      return spotAt(grid, lastRow, atSec)
  }
}

/** The next entry of the row in this direction; the moment becomes its beginning. */
function beside(grid: GridModel, { row, piece }: Spot, side: 'left' | 'right'): Spot | null {
  const { span } = grid
  const edge = side === 'left' ? piece.beginSec : piece.endSec
  const pieces = grid.piecesAt(row, edge - lookSec, edge + lookSec)
  const next =
    side === 'left'
      ? pieces.findLast((one) => one.endSec <= edge && one.endSec > span.beginSec)
      : pieces.find((one) => one.beginSec >= edge && one.beginSec < span.endSec)
  if (next === undefined) return null
  return { row, piece: next, atSec: Math.max(next.beginSec, span.beginSec) }
}
