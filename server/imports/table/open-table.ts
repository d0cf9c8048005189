import { open } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { csvRecords, readFields, type CsvRecord } from './csv-records.ts'
import { jsonEntries, jsonLines } from './json-records.ts'
import type { TableForm } from './mapping.ts'
import type { TableRecord } from './record.ts'

/** A table, ready to be read. */
export interface OpenTable {
  /** The format it was read with: given values, and detected ones. */
  readonly form: TableForm
  /** Column names of CSV; in JSON they are part of each entry. */
  readonly columns: readonly string[]
  readonly sizeBytes: number
  records(progress?: (bytes: number) => void): AsyncGenerator<TableRecord>
}

const headBytes = 256 * 1024
const delimiters = [',', ';', '\t', '|'] as const

/**
 * Opens a list of titles. It is read in pieces, twice when its encoding is not given. Errors are texts for the
 * operator.
 */
export async function openTable(path: string, options: TableForm = {}): Promise<OpenTable> {
  const head = await firstBytes(path)
  const encoding = options.encoding ?? markOf(head.bytes) ?? (await encodingOf(path))
  // A character may be split at the end of the read bytes.
  const text = new TextDecoder(encoding).decode(head.bytes).replace(/^\uFEFF/, '')
  const format = options.format ?? formatOf(path, text)
  const pieces = (progress?: (bytes: number) => void) => decoded(path, encoding, progress)
  if (format !== 'csv')
    return {
      form: { format, encoding },
      columns: [],
      sizeBytes: head.sizeBytes,
      records: (progress) =>
        format === 'jsonl' ? jsonLines(pieces(progress)) : jsonEntries(pieces(progress)),
    }
  const cut = await cutOf(text, options)
  const columns = options.columns ?? cut.columns
  if (columns.length < 2) throw new Error('no delimiter can be found in it; say it in the mapping')
  const form: TableForm = {
    format,
    encoding,
    delimiter: cut.delimiter,
    ...(cut.inner === undefined ? {} : { inner: cut.inner }),
    ...(options.columns === undefined ? {} : { columns }),
  }
  return {
    form,
    columns,
    sizeBytes: head.sizeBytes,
    records: (progress) => rows(csvRecords(pieces(progress), cut.delimiter), form, columns),
  }
}

async function* rows(
  records: AsyncIterable<CsvRecord>,
  { inner, columns: ownColumns }: TableForm,
  columns: readonly string[],
): AsyncGenerator<TableRecord> {
  let isHeading = ownColumns === undefined
  for await (const record of records) {
    if (isHeading) {
      isHeading = false
      continue
    }
    if ('why' in record) {
      yield record
      continue
    }
    const fields = inner === undefined ? record.fields : (readFields(record.fields[0] ?? '', inner) ?? [])
    // Spreadsheets leave empty fields after the last one.
    const filled = fields.findLastIndex((field) => field.trim() !== '') + 1
    const { line } = record
    if (filled > columns.length)
      yield { line, why: `it has ${filled} fields where the heading has ${columns.length}` }
    else if (filled === 1 && columns.length > 2) yield { line, why: 'it has one field only' }
    else yield { line, values: Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? ''])) }
  }
}

/** The delimiter with which the first records have as many fields as the heading, and the most of them. */
async function cutOf(text: string, options: TableForm) {
  // Only complete lines count.
  const head = text.slice(0, text.lastIndexOf('\n') + 1 || text.length)
  const ways = delimiters.flatMap((delimiter) => [
    { delimiter, inner: undefined },
    // A row stored in one field of another table.
    ...delimiters.flatMap((inner) => (inner === delimiter ? [] : [{ delimiter, inner }])),
  ])
  const tried = []
  for (const way of ways) {
    if (options.delimiter !== undefined && way.delimiter !== options.delimiter) continue
    if (options.delimiter !== undefined && way.inner !== options.inner) continue
    tried.push(await tryCut(head, way))
  }
  if (options.delimiter !== undefined && tried.length === 0)
    tried.push(await tryCut(head, { delimiter: options.delimiter, inner: options.inner }))
  const [best] = tried.toSorted((a, b) => b.score - a.score)
  if (best === undefined) throw new Error('it is empty')
  return best
}

async function tryCut(text: string, way: { readonly delimiter: string; readonly inner: string | undefined }) {
  const records: (readonly string[])[] = []
  for await (const record of csvRecords([text], way.delimiter)) {
    if ('fields' in record) {
      const [only = '', ...rest] = record.fields
      if (way.inner === undefined) records.push(record.fields)
      else if (rest.every((field) => field === '')) records.push(readFields(only, way.inner) ?? [])
    }
    if (records.length === 100) break
  }
  const [heading = [], ...others] = records
  const columns = heading.map((name) => name.trim())
  while (columns.at(-1) === '') columns.pop()
  const same = others.filter((fields) => fields.length === heading.length).length
  // A plain table can also be read as one field that contains everything: the simpler reading wins.
  const ease = way.inner === undefined ? 1 : 0.9
  const score = columns.length < 2 ? 0 : columns.length * ((same + 1) / (others.length + 1)) * ease
  return { ...way, columns, score }
}

function formatOf(path: string, text: string): 'csv' | 'json' | 'jsonl' {
  const ending = extname(path).toLowerCase()
  if (ending === '.jsonl' || ending === '.ndjson') return 'jsonl'
  if (text.trimStart().startsWith('[')) return 'json'
  if (!text.trimStart().startsWith('{')) return 'csv'
  const [first = ''] = text.trimStart().split('\n', 1)
  return isJson(first) ? 'jsonl' : 'json'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function firstBytes(path: string) {
  await using file = await open(path)
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0)
  if (bytesRead === 0) throw new Error('it is empty')
  return { bytes: buffer.subarray(0, bytesRead), sizeBytes: size }
}

function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** UTF-8 when the whole file is valid, else Windows-1251. */
async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path)) decoder.decode(bytes as Uint8Array, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1251'
    throw error
  }
}

async function* decoded(
  path: string,
  encoding: string,
  progress?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  let done = 0
  for await (const bytes of createReadStream(path)) {
    yield decoder.decode(bytes as Uint8Array, { stream: true })
    done += (bytes as Uint8Array).length
    progress?.(done)
  }
  yield decoder.decode()
}
