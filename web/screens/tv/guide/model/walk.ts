/** Walking through the grid: along a row from piece to piece, across the rows along one moment. Pure. */
import { daySec } from '#web/features/channels/use-programmes.ts'
import type { GuideSpan } from './geometry.ts'
import type { Piece } from './guide-store.ts'

export interface Spot {
  readonly row: number
  readonly piece: Piece
  /** The moment one walks along from row to row; it lies within the piece. */
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

export interface AppContext {
  readonly rowCount: number
  readonly span: GuideSpan
  readonly nowSec: number
  /** Rows that a page is. */
  readonly pageRows: number
  /** The pieces of a row around a stretch of time, in order and without gaps worth a word. */
  readonly piecesAt: (row: number, fromSec: number, toSec: number) => readonly Piece[]
}

/** Further than the largest hole without a piece. */
const lookSec = 600

function clamp(value: number, min: number, max: number) {
  return Math.min(Math.max(value, min), max)
}

/** The piece of a row at a moment; in a hole too small for a piece the nearest one. */
export function spotAt(context: AppContext, row: number, atSec: number): Spot | null {
  const { beginSec, endSec } = context.span
  const at = clamp(atSec, beginSec, endSec - 1)
  if (row < 0 || row >= context.rowCount) return null
  const pieces = context.piecesAt(row, at, at + 1)
  let nearest: Piece | null = null
  let min = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const apart = Math.max(piece.beginSec - at, at - piece.endSec + 1, 0)
    if (apart < min) [min, nearest] = [apart, piece]
  }
  return nearest === null ? null : { row, piece: nearest, atSec: at }
}

/** Where a move leads, or null where there is nothing further: the grid is left. */
export function step(context: AppContext, from: Spot, move: Move): Spot | null {
  const { row, atSec } = from
  const lastRow = context.rowCount - 1
  switch (move) {
    case 'left':
      return beside(context, from, 'left')
    case 'right':
      return beside(context, from, 'right')
    case 'up':
      return spotAt(context, row - 1, atSec)
    case 'down':
      return spotAt(context, row + 1, atSec)
    case 'pageUp':
      return spotAt(context, clamp(row - context.pageRows, 0, lastRow), atSec)
    case 'pageDown':
      return spotAt(context, clamp(row + context.pageRows, 0, lastRow), atSec)
    case 'dayBefore':
      return spotAt(context, row, atSec - daySec)
    case 'dayAfter':
      return spotAt(context, row, atSec + daySec)
    case 'now':
      return spotAt(context, row, context.nowSec)
    case 'firstRow':
      return spotAt(context, 0, atSec)
    case 'lastRow':
      return spotAt(context, lastRow, atSec)
  }
}

/** The next piece of the row on that side, over holes too small for a piece; one walks on along its beginning. */
function beside(context: AppContext, { row, piece }: Spot, side: 'left' | 'right'): Spot | null {
  const { span } = context
  const edge = side === 'left' ? piece.beginSec : piece.endSec
  const pieces = context.piecesAt(row, edge - lookSec, edge + lookSec)
  const next =
    side === 'left'
      ? pieces.findLast((one) => one.endSec <= edge && one.endSec > span.beginSec)
      : pieces.find((one) => one.beginSec >= edge && one.beginSec < span.endSec)
  if (next === undefined) return null
  return { row, piece: next, atSec: Math.max(next.beginSec, span.beginSec) }
}
