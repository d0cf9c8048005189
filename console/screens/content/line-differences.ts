/** What differs between two texts, line by line. */

export interface DifferingLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Lines around a difference that are shown with it. */
const around = 1
/** Longer texts are compared as wholes where they differ. */
const maxCells = 1_000_000

/** Only the lines that differ, each with the line before and after it. */
export function lineDifferences(before: string, after: string): readonly DifferingLine[] {
  const [was, is] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start++
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end++
  const same = (texts: readonly string[]) => texts.map((text) => ({ kind: 'same' as const, text }))
  const middle = differing(was.slice(start, was.length - end), is.slice(start, is.length - end))
  const lines = [...same(was.slice(0, start)), ...middle, ...same(was.slice(was.length - end))]
  return lines.filter((_, place) =>
    lines.slice(Math.max(0, place - around), place + around + 1).some(({ kind }) => kind !== 'same'),
  )
}

/** The longest common lines stay; everything else is gone or new. */
function differing(was: readonly string[], is: readonly string[]): readonly DifferingLine[] {
  const gone = (text: string | undefined) => ({ kind: 'gone' as const, text: text ?? '' })
  const fresh = (text: string | undefined) => ({ kind: 'new' as const, text: text ?? '' })
  if (was.length * is.length > maxCells) return [...was.map(gone), ...is.map(fresh)]
  const common = commonLengths(was, is)
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  const lines: DifferingLine[] = []
  let [row, column] = [0, 0]
  while (row < was.length || column < is.length) {
    if (row < was.length && column < is.length && was[row] === is[column]) {
      lines.push({ kind: 'same', text: was[row] ?? '' })
      row++
      column++
    } else if (column >= is.length || (row < was.length && at(row + 1, column) >= at(row, column + 1)))
      lines.push(gone(was[row++]))
    else lines.push(fresh(is[column++]))
  }
  return lines
}

/** How many lines the rests from each place have in common. */
function commonLengths(was: readonly string[], is: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = Array.from({ length: was.length + 1 }, () => Array<number>(is.length + 1).fill(0))
  for (let row = was.length - 1; row >= 0; row--)
    for (let column = is.length - 1; column >= 0; column--) {
      const [own, below] = [rows[row], rows[row + 1]]
      if (own === undefined || below === undefined) continue
      own[column] =
        was[row] === is[column]
          ? (below[column + 1] ?? 0) + 1
          : Math.max(below[column] ?? 0, own[column + 1] ?? 0)
    }
  return rows
}
