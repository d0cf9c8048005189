/** Reads the first sheet of a workbook row by row. The file is untrusted: its size, depth and references are limited. */
import { SaxesParser } from 'saxes'
import { type ZipFile, readZip } from '#server/imports/xmltv/read-zip.ts'
import { momentOfSerial } from './moments.ts'
import {
  type Cell,
  type OpenSheet,
  type SheetRow,
  SheetRefused,
  maxCellCharacters,
  maxColumns,
  maxRows,
} from './sheet.ts'
import { textOfXml } from './xlsx-text.ts'

const megabyte = 1024 * 1024
/** Of the sheet; 50,000 films with all their texts take about 200 MB. */
const maxSheetBytes = 600 * megabyte
/** Texts that cells share are in memory. */
const maxSharedBytes = 250 * megabyte
const maxSmallBytes = 8 * megabyte
const maxDepth = 32

/** Opens a workbook; refuses what is none. */
export async function openXlsx(bytes: Buffer, rowLimit = maxRows): Promise<OpenSheet> {
  const files = await filesOf(bytes)
  const names = new Map(files.map((file) => [file.name, file]))
  if (names.has('mimetype') && names.has('content.xml')) throw new SheetRefused('open_document')
  if (files.some(({ name }) => /vbaProject\.bin$/i.test(name))) throw new SheetRefused('macros')
  if (!names.has('xl/workbook.xml')) throw new SheetRefused('not_a_table')
  return guarding(async () => {
    const book = await readBook(names)
    const sheet = names.get(book.sheetPath)
    if (sheet === undefined) throw new SheetRefused('broken')
    const styles = await dateStyles(names.get('xl/styles.xml'))
    const shared = await sharedTexts(names.get('xl/sharedStrings.xml'))
    return {
      encoding: 'utf-8',
      isRectangular: false,
      rows: () => sheetRows(sheet, { shared, styles, is1904: book.is1904, rowLimit }),
    }
  })
}

async function filesOf(bytes: Buffer): Promise<readonly ZipFile[]> {
  try {
    return await readZip(bytes)
  } catch (error) {
    throw refusalOf(error)
  }
}

async function guarding<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): SheetRefused {
  if (error instanceof SheetRefused) return error
  const why = error instanceof Error ? error.message : ''
  return new SheetRefused(/unpacks to more|is larger than \d+ MB/.test(why) ? 'too_large' : 'broken')
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

type Handlers = {
  readonly open?: (element: Element) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Parses a file of the zip piece by piece; after each piece the caller gets its turn. */
async function* parsed(file: ZipFile, maxBytes: number, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > maxDepth) throw new SheetRefused('broken')
    handlers.open?.({ name: localName(name), attributes: attributes as Record<string, string> })
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    handlers.close?.(localName(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  // A declaration of own entities can make them grow without limit.
  parser.on('doctype', () => {
    throw new SheetRefused('broken')
  })
  parser.on('error', () => {
    throw new SheetRefused('broken')
  })
  const decoder = new TextDecoder('utf-8')
  for await (const piece of file.open(maxBytes)) {
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.close()
}

async function parseWhole(file: ZipFile | undefined, maxBytes: number, handlers: Handlers): Promise<void> {
  if (file === undefined) return
  for await (const _ of parsed(file, maxBytes, handlers)) continue
}

/** Some programs write `x:row`. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

async function readBook(names: ReadonlyMap<string, ZipFile>) {
  let relation = ''
  let is1904 = false
  await parseWhole(names.get('xl/workbook.xml'), maxSmallBytes, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet' && relation === '') relation = attributes['r:id'] ?? attributes['id'] ?? ''
    },
  })
  let sheetPath = 'xl/worksheets/sheet1.xml'
  await parseWhole(names.get('xl/_rels/workbook.xml.rels'), maxSmallBytes, {
    open: ({ attributes: { Id: id, Target: target } }) => {
      if (id === relation && target !== undefined)
        sheetPath = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    },
  })
  return { sheetPath, is1904 }
}

/** Formats of ECMA-376 (18.8.30) that show a date. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58)
  return /[ymdhs]/i.test(code.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '')) && !/General/i.test(code)
}

/** Which styles show a number as a date, by their place. */
async function dateStyles(file: ZipFile | undefined): Promise<readonly boolean[]> {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let isCells = false
  await parseWhole(file, maxSmallBytes, {
    open: ({ name, attributes }) => {
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isCells = true
      if (name === 'xf' && isCells) styles.push(isDateFormat(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return styles
}

async function sharedTexts(file: ZipFile | undefined): Promise<readonly string[]> {
  const texts: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  await parseWhole(file, maxSharedBytes, {
    open: ({ name }) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text: (more) => {
      if (isText) text += more
    },
    close: (name) => {
      if (name === 'si') texts.push(textOfXml(text))
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
  })
  return texts
}

interface SheetParts {
  readonly rowLimit: number
  readonly shared: readonly string[]
  readonly styles: readonly boolean[]
  readonly is1904: boolean
}

async function* sheetRows(file: ZipFile, parts: SheetParts): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = []
  const reader = rowReader(parts, (row) => rows.push(row))
  try {
    for await (const _ of parsed(file, maxSheetBytes, reader)) yield* rows.splice(0)
  } catch (error) {
    throw refusalOf(error)
  }
  yield* rows
}

interface OpenCell {
  readonly at: number
  readonly type: string
  readonly style: number
  isFormula: boolean
  text: string
}

/** Puts the cells of a sheet together: the place of each is in its name, and empty ones are left out. */
function rowReader(parts: SheetParts, push: (row: SheetRow) => void): Handlers {
  let row = 0
  let cells: Cell[] = []
  let cell: OpenCell | undefined
  let isText = false
  return {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1)
        if (!Number.isInteger(row) || row < 1 || row > parts.rowLimit) throw new SheetRefused('too_many_rows')
        cells = []
      } else if (name === 'c') {
        const at = attributes['r'] === undefined ? cells.length : columnOf(attributes['r'])
        if (at >= maxColumns) throw new SheetRefused('too_many_columns')
        const { t: type = 'n', s: style = '' } = attributes
        cell = { at, type, style: Number(style), isFormula: false, text: '' }
      } else if (name === 'f' && cell !== undefined) cell.isFormula = true
      isText = name === 'v' || name === 't'
    },
    text: (text) => {
      if (isText && cell !== undefined) cell.text += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isText = false
      if (name === 'c' && cell !== undefined) {
        while (cells.length < cell.at) cells.push('')
        cells[cell.at] = valueOf(cell, parts)
        cell = undefined
      } else if (name === 'row' && cells.some((one) => one !== '')) push({ row, cells })
    },
  }
}

/** `AB12` → 27. */
function columnOf(place: string): number {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0] ?? 'A'
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function valueOf({ type, style, isFormula, text }: OpenCell, { shared, styles, is1904 }: SheetParts): Cell {
  if (isFormula) return { bad: 'formula' }
  if (type === 'e') return { bad: 'error' }
  if (type === 's') return (shared[Number(text)] ?? '').slice(0, maxCellCharacters)
  if (type === 'inlineStr' || type === 'str') return textOfXml(text).slice(0, maxCellCharacters)
  if (type === 'b') return text === '1' ? 'true' : 'false'
  if (type === 'd') return text.replace('T', ' ')
  if (text !== '' && styles[style] === true) return momentOfSerial(Number(text), is1904) ?? text
  return text
}
