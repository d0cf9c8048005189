/** What a spreadsheet consists of, whatever the format of its file. */

/** A cell as text. Dates are in it as `2026-11-27 18:00:00`; a formula or an error has no value of its own. */
export type Cell = string | { readonly bad: 'formula' | 'error' }

/** A row of a table that is read. */
export type SheetRow =
  | { readonly row: number; readonly cells: readonly Cell[] }
  /** A quote that is never closed: the rest cannot be told from it. */
  | { readonly row: number; readonly bad: 'quote' }

/** A cell that is written. A moment is in unix milliseconds, and is shown in Tashkent's time. */
export type OutCell = string | number | { readonly momentMs: number } | null

/** How a column is written. */
export interface OutColumn {
  readonly heading: string
  readonly kind: 'text' | 'number' | 'moment'
  /** Of the column, in characters. */
  readonly width: number
}

/** Why a file is refused as a whole. */
export type SheetRefusal =
  | 'empty'
  /** Another kind of file: a picture, a PDF, an archive. */
  | 'not_a_table'
  /** Of Excel 97–2003, or protected with a password. */
  | 'old_excel'
  | 'open_document'
  | 'macros'
  | 'broken'
  /** It unpacks to more than a table has. */
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'

/** Ends the reading of a file that is refused. */
export class SheetRefused extends Error {
  readonly refusal: SheetRefusal

  constructor(refusal: SheetRefusal) {
    super(`the file is refused: ${refusal}`)
    this.refusal = refusal
  }
}

export const maxRows = 200_000
export const maxColumns = 200
/** The maximum of Excel. */
export const maxCellCharacters = 32_767

/** A file that is open: its rows in order, the heading first. */
export interface OpenSheet {
  /** `windows-1251` has no letters such as ʻ: what differs only in them is no change. */
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1251'
  /** Whether a row has fewer cells than the heading only when it was cut off. */
  readonly isRectangular: boolean
  rows(): AsyncGenerator<SheetRow>
}

/** Lets other requests have their turn while a large file is read or written. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
