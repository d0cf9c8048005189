/**
 * Which cards of a long grid are drawn: those near the screen, and the one that has the focus. Rows that are not drawn
 * are one empty piece of their height, so the page is as long as if all were there. Reckoning alone, no DOM.
 */
export interface Geometry {
  readonly columns: number
  /** From the top of a row to the top of the next. */
  readonly strideHeight: number
  readonly gap: number
}

/** Rows, the last not included. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export type Piece =
  | { readonly kind: 'cards'; readonly from: number; readonly to: number }
  | { readonly kind: 'space'; readonly fromRow: number; readonly height: number }

/** The rows within `around` pixels of a screen of `screenHeight`; `top`: where the grid begins, from the screen's top. */
export function rowsNear(
  { strideHeight }: Geometry,
  { top, screenHeight, around }: { top: number; screenHeight: number; around: number },
): RowRange {
  const from = Math.floor((-top - around) / strideHeight)
  const to = Math.ceil((screenHeight - top + around) / strideHeight)
  return { from: Math.max(0, from), to: Math.max(1, to) }
}

/** `focused`: the index of the card that has the focus, or null. */
export function piecesOf(
  count: number,
  geometry: Geometry,
  shown: RowRange,
  focused: number | null,
): readonly Piece[] {
  const { columns, strideHeight, gap } = geometry
  const rows = Math.ceil(count / columns)
  // A list that has become shorter than where it was looked at is looked at from its end.
  const from = Math.min(shown.from, Math.max(0, rows - 1))
  const to = Math.min(rows, Math.max(shown.to, from + 1))
  const focusedRow = focused === null || focused >= count ? null : Math.floor(focused / columns)
  const ranges: RowRange[] = [{ from, to }]
  if (focusedRow !== null && focusedRow < from) ranges.unshift({ from: focusedRow, to: focusedRow + 1 })
  if (focusedRow !== null && focusedRow >= to) ranges.push({ from: focusedRow, to: focusedRow + 1 })
  const pieces: Piece[] = []
  let row = 0
  const spaceTo = (end: number) => {
    if (end > row) pieces.push({ kind: 'space', fromRow: row, height: (end - row) * strideHeight - gap })
    row = end
  }
  for (const range of ranges) {
    spaceTo(range.from)
    pieces.push({ kind: 'cards', from: range.from * columns, to: Math.min(count, range.to * columns) })
    row = range.to
  }
  spaceTo(rows)
  return pieces
}
