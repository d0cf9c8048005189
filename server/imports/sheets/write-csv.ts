/** Tables as comma-separated values (RFC 4180) that spreadsheets open without questions. */
import { localMoment } from './moments.ts'
import { type OutCell, type OutColumn, nextTurn } from './sheet.ts'

const byteOrderMark = '\uFEFF'
/** Spreadsheets run a text as a formula when it begins so (OWASP, "CSV Injection"). */
const formulaStart = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** A text that no spreadsheet runs: with an apostrophe in front, which `unguarded` removes. */
function guarded(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** The opposite of `guarded`. */
export function unguarded(text: string): string {
  return text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text
}

function fieldOf(cell: OutCell, delimiter: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return localMoment(cell.momentMs)
  const text = guarded(cell)
  const isPlain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}

/** The bytes of a table, in pieces. UTF-8 with a mark, so that Excel reads Cyrillic. */
export async function* writeCsv(
  columns: readonly OutColumn[],
  rows: AsyncIterable<readonly (readonly OutCell[])[]>,
  delimiter: ',' | ';',
): AsyncGenerator<string> {
  const line = (cells: readonly OutCell[]) =>
    `${cells.map((cell) => fieldOf(cell, delimiter)).join(delimiter)}\r\n`
  yield byteOrderMark + line(columns.map(({ heading }) => heading))
  for await (const some of rows) {
    yield some.map(line).join('')
    await nextTurn()
  }
}
