import { maxEntryCharacters } from './record.ts'

/** The fields of one record, or why it cannot be read. */
export type CsvRecord =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly why: string }

/** With more broken records it is no table; searching the end of each quote would take too long. */
const maxBroken = 1000

/**
 * Parses comma-separated values as in RFC 4180, in pieces of any size, with any delimiter of one character. More is
 * accepted than the standard allows: `\n` as an end of line, records of any number of fields, and quotes within a
 * field that does not start with one. A quote that is never closed breaks only its own line.
 */
export async function* csvRecords(
  pieces: AsyncIterable<string> | Iterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  let text = ''
  let line = 1
  let broken = 0
  const read = function* (isLast: boolean): Generator<CsvRecord> {
    let from = 0
    while (from < text.length) {
      const record = readRecord(text, from, delimiter, isLast)
      if (record !== undefined) {
        if (!isBlank(record.fields)) yield { line, fields: record.fields }
        line += linesIn(text, from, record.next)
        from = record.next
        continue
      }
      if (!isLast && text.length - from <= maxEntryCharacters) break
      broken += 1
      if (broken > maxBroken) throw new Error('it has too many quotes that are never closed')
      yield { line, why: 'a quote is opened and not closed' }
      line += 1
      const end = text.indexOf('\n', from)
      from = end === -1 ? text.length : end + 1
    }
    text = text.slice(from)
  }
  for await (const piece of pieces) {
    text += piece
    yield* read(false)
  }
  yield* read(true)
}

/** A single record. */
export function readFields(text: string, delimiter: string): readonly string[] | undefined {
  return readRecord(text, 0, delimiter, true)?.fields
}

function isBlank(fields: readonly string[]) {
  return fields.length === 1 && fields[0]?.trim() === ''
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** The record that starts at `from`, and where the next one starts; undefined when its end is not loaded yet. */
function readRecord(
  text: string,
  from: number,
  delimiter: string,
  isLast: boolean,
): { readonly fields: string[]; readonly next: number } | undefined {
  const fields: string[] = []
  let at = from
  for (;;) {
    const field = text[at] === '"' ? readQuoted(text, at) : { value: '', end: at }
    if (field === undefined) return undefined
    const end = endOfPlain(text, field.end, delimiter)
    if (end === text.length && !isLast) return undefined
    const isEndOfRecord = text[end] !== delimiter
    // The carriage return belongs to the end of the line.
    const plain = text.slice(field.end, isEndOfRecord && text[end - 1] === '\r' ? end - 1 : end)
    fields.push(field.value + plain)
    if (isEndOfRecord) return { fields, next: end + 1 }
    at = end + 1
  }
}

/** The quoted text from `at` on, where two quotes mean one; undefined when the closing quote is missing. */
function readQuoted(text: string, at: number): { readonly value: string; readonly end: number } | undefined {
  let value = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    // A quote at the end of the loaded text may be the first of two; the caller sees that no end follows.
    if (quote === -1) return undefined
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== '\n' && text[at] !== delimiter) at += 1
  return at
}
