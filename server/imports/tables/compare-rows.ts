/** Compares one row of a table with the thing that it means. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Fields, Json } from '#server/changes/changes.ts'
import type { Cell } from '#server/imports/sheets/sheet.ts'
import { type Column, type ReadCell, problemOf, textOfCell, tidy } from './column.ts'
import type { TableRow } from './content-table.ts'
import type { TableProblem } from './tables.ts'

/** A column of the file that is one of ours, and where it stands. */
export interface PresentColumn {
  readonly column: Column
  readonly at: number
}

export interface ComparedRow {
  /** The values that differ. */
  readonly changed: Fields
  readonly problems: readonly Omit<TableProblem, 'row'>[]
  /** Columns that are not read and differ. */
  readonly readOnly: readonly string[]
  /** How many cells differ only in letters that the encoding does not have. */
  readonly lostLetters: number
}

const maxValue = 120

/** `ours` undefined: a new row, of which every cell counts that is not empty. */
export function compareRow(
  cells: readonly Cell[],
  columns: readonly PresentColumn[],
  ours: TableRow | undefined,
  { isLossy }: { readonly isLossy: boolean },
): ComparedRow {
  const changed: Record<string, Json> = {}
  const problems: Omit<TableProblem, 'row'>[] = []
  const readOnly: string[] = []
  let lostLetters = 0
  for (const { column, at } of columns) {
    const cell = cells[at] ?? ''
    const own = ours === undefined ? undefined : textOfColumn(column, ours.values[column.name] ?? null)
    const text = typeof cell === 'string' ? tidy(cell) : undefined
    if (text === own || (ours === undefined && (text === '' || isIgnoredOfNew(column)))) continue
    if (column.isReadOnly && ours !== undefined) {
      readOnly.push(column.name)
      continue
    }
    // What else was changed in such a cell cannot be told from the letters that are lost.
    const isWithoutLetters =
      isLossy && text !== undefined && own !== undefined && withoutLetters(own) !== own && text.includes('?')
    if (isWithoutLetters) {
      lostLetters += 1
      continue
    }
    const read = text === undefined ? unreadable(cell) : column.read(text)
    if ('problem' in read) {
      const value = (text ?? '').slice(0, maxValue)
      problems.push({ column: column.name, value, problem: read.problem, hint: read.hint })
    } else if (
      ours === undefined ||
      !isDeepStrictEqual(read.value, valueAsRead(column, ours.values[column.name] ?? null))
    )
      changed[column.name] = read.value
  }
  return { changed, problems, readOnly, lostLetters }
}

/** A new row has no duration and no tariffs yet, whatever the table says. */
function isIgnoredOfNew({ isReadOnly, isForNew }: Column): boolean {
  return isReadOnly && isForNew !== true
}

function unreadable(cell: Cell): ReadCell {
  return problemOf(typeof cell !== 'string' && cell.bad === 'formula' ? 'formula' : 'error_value')
}

/** The text of a value's cell, as it is compared. */
export function textOfColumn(column: Column, value: Json): string {
  return tidy(textOfCell(column.write(value)))
}

/** A stored value in the form in which a cell gives it. */
export function valueAsRead(column: Column, value: Json): Json {
  const read = column.read(textOfColumn(column, value))
  return 'problem' in read ? value : read.value
}

const letters = new Set(
  new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, at) => at)),
)

/** A text as Excel saves it in Windows-1251. */
function withoutLetters(text: string): string {
  return text
    .split('')
    .map((unit) => (letters.has(unit) ? unit : '?'))
    .join('')
}
