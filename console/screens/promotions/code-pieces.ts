/** A partner's file in pieces. Pure. */
import { maxCsvPiece } from '#contract/console/promotions.ts'

/** Whole lines in pieces that one request carries, each with the number of its first line. */
export function piecesOf(
  csv: string,
  maxCharacters = maxCsvPiece,
): readonly { readonly first_line: number; readonly csv: string }[] {
  const pieces: { first_line: number; csv: string }[] = []
  for (const [at, line] of csv.split(/\r\n|\n|\r/).entries()) {
    const last = pieces.at(-1)
    const text = line.slice(0, 200)
    if (last === undefined || last.csv.length + text.length + 1 > maxCharacters)
      pieces.push({ first_line: at + 1, csv: text })
    else last.csv += `\n${text}`
  }
  return pieces
}
