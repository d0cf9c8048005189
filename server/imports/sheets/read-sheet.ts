/** Opens a table of any format that spreadsheets write; refuses every other file in words. */
import { csvRecords, readFields } from '#server/imports/table/csv-records.ts'
import { openXlsx } from './read-xlsx.ts'
import { type OpenSheet, type SheetRow, SheetRefused, maxColumns, maxRows, nextTurn } from './sheet.ts'
import { unguarded } from './write-csv.ts'

const zipSignature = Buffer.from('PK')
/** Of compound files: Excel 97–2003, and workbooks with a password. */
const compoundSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const pieceBytes = 256 * 1024
const delimiters = [';', ',', '\t'] as const

/** Opens the first sheet of a file, of at most `rowLimit` rows. Throws `SheetRefused`. */
export async function openSheet(bytes: Buffer, rowLimit = maxRows): Promise<OpenSheet> {
  if (bytes.length === 0) throw new SheetRefused('empty')
  if (bytes.subarray(0, 2).equals(zipSignature)) return openXlsx(bytes, rowLimit)
  if (bytes.subarray(0, 4).equals(compoundSignature)) throw new SheetRefused('old_excel')
  return openCsv(bytes, rowLimit)
}

async function openCsv(bytes: Buffer, rowLimit: number): Promise<OpenSheet> {
  const label = await encodingOf(bytes)
  const head = new TextDecoder(label).decode(bytes.subarray(0, pieceBytes)).replace(/^\uFEFF/, '')
  // Files of other programs are full of zeros, texts have none.
  if (head.includes('\0') || /^\s*(?:%PDF|<\?xml|<!doctype|<html|\{|#EXTM3U)/i.test(head))
    throw new SheetRefused('not_a_table')
  if (head.trim() === '') throw new SheetRefused('empty')
  const [line] = /^sep=.\r?\n/.exec(head) ?? []
  const delimiter = line?.[4] ?? delimiterOf(head)
  return {
    encoding: label === 'windows-1251' ? label : label === 'utf-8' ? 'utf-8' : 'utf-16',
    isRectangular: true,
    rows: () =>
      csvRows(decoded(bytes, label, line?.length ?? 0), delimiter, {
        before: line === undefined ? 0 : 1,
        rowLimit,
      }),
  }
}

/** The one that divides the heading most often. */
function delimiterOf(head: string): string {
  const count = (delimiter: string) => readFields(head, delimiter)?.length ?? 0
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ';'
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

/** By its mark; UTF-8 when all of it is valid, else Windows-1251, in which Excel saves here. */
async function encodingOf(bytes: Buffer): Promise<Encoding> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
      await nextTurn()
    }
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1251'
  }
}

/** The text in pieces, without its first characters; the database stores no NUL. */
async function* decoded(bytes: Buffer, label: Encoding, without: number): AsyncGenerator<string> {
  const decoder = new TextDecoder(label)
  let left = without
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const text = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
    yield text.slice(left).replaceAll('\0', '')
    left = Math.max(0, left - text.length)
    await nextTurn()
  }
  yield decoder.decode()
}

async function* csvRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
  { before, rowLimit }: { readonly before: number; readonly rowLimit: number },
): AsyncGenerator<SheetRow> {
  let row = before
  for await (const record of csvRecords(pieces, delimiter)) {
    row += 1
    if (row > rowLimit) throw new SheetRefused('too_many_rows')
    if ('why' in record) {
      yield { row, bad: 'quote' }
      continue
    }
    if (record.fields.length > maxColumns && record.fields.slice(maxColumns).some(Boolean))
      throw new SheetRefused('too_many_columns')
    yield { row, cells: record.fields.slice(0, maxColumns).map(unguarded) }
  }
}
