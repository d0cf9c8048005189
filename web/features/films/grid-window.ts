/**
 * Which cards of a long grid are rendered: those near the screen, and the focused one. Rows that are not rendered are
 * replaced by one empty element of their height, so that the length of the page stays the same. Pure, no DOM.
 */
export interface Geometry {
  readonly columns: number
  /** From the top of a row to the top of the next. */
  readonly strideHeight: number
  readonly gap: number
}

/** Rows; `last` is exclusive. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

export type Piece =
  | { readonly kind: 'cards'; readonly from: number; readonly to: number }
  | { readonly kind: 'space'; readonly fromRow: number; readonly height: number }

/**
 * The rows within `around` pixels of a screen of `screenHeight`; `top`: the distance of the grid's top from the
 * screen's top.
 */
export function rowsNear(
  { strideHeight }: Geometry,
  { top, screenHeight, around }: { top: number; screenHeight: number; around: number },
): RowRange {
  const from = Math.floor((-top - around) / strideHeight)
  const to = Math.ceil((screenHeight - top + around) / strideHeight)
  return { from: Math.max(0, from), to: Math.max(1, to) }
}

/** `focused`: the index of the focused card, or null. */
export function piecesOf(
  count: number,
  geometry: Geometry,
  shown: RowRange,
  focused: number | null,
): readonly Piece[] {
  const { columns, strideHeight, gap } = geometry
  const rows = Math.ceil(count / columns)
  // When the list has become shorter than the scroll position, its end is rendered.
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
