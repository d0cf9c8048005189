/** Columns of tables: how a value becomes a cell, and a cell a value. Pure. */
import type { Json } from '#server/changes/changes.ts'
import { localMoment, readMoment } from '#server/imports/sheets/moments.ts'
import type { OutCell } from '#server/imports/sheets/sheet.ts'

export type TableLanguage = 'ru' | 'uz' | 'en'

/** Why a cell cannot be taken. `hint`: what would be taken, such as a range or names. */
export interface CellProblem {
  readonly problem:
    | 'formula'
    | 'error_value'
    | 'not_number'
    | 'out_of_range'
    | 'not_boolean'
    | 'not_date'
    | 'unknown_choice'
    | 'too_long'
    | 'required'
    | 'country'
    | 'source_address'
    | 'too_many'
    | 'window'
  readonly hint: string
}

export type ReadCell = { readonly value: Json } | CellProblem

/** A column of a table. Its values are JSON, as in sets of changes. */
export interface Column {
  /** Stable; also accepted as a heading. */
  readonly name: string
  readonly kind: 'text' | 'number' | 'moment'
  readonly width: number
  /** It explains the row, and is not read. */
  readonly isReadOnly: boolean
  /** A read-only column that a new row sets. */
  readonly isForNew?: true
  write(value: Json): OutCell
  /** The text has no spaces around it. */
  read(text: string): ReadCell
}

export function problemOf(problem: CellProblem['problem'], hint = ''): CellProblem {
  return { problem, hint }
}

/** The text of a cell, as CSV has it. */
export function textOfCell(cell: OutCell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? localMoment(cell.momentMs) : String(cell)
}

/** Line ends and spaces around, which spreadsheets change by themselves. */
export function tidy(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim()
}

const shape = { kind: 'text', width: 24, isReadOnly: false } as const

export function textColumn(
  name: string,
  { max, isRequired = false, width = 30 }: { max: number; isRequired?: boolean; width?: number },
): Column {
  return {
    ...{ ...shape, name, width },
    write: (value) => String(value ?? ''),
    read: (text) => {
      if (text === '' && isRequired) return problemOf('required')
      return text.length > max ? problemOf('too_long', String(max)) : { value: text }
    },
  }
}

/** A text that explains the row; what stands in its cells is not read. */
export function shownColumn(name: string, width = 20): Column {
  return {
    ...{ ...shape, name, width, isReadOnly: true },
    write: (value) => String(value ?? ''),
    read: (text) => ({ value: text }),
  }
}

/** A number as people and spreadsheets write it: `1 250`, `7,5`, `7.800000000000001`. */
function readNumber(text: string): number {
  const plain = text
    .replaceAll(/[\s\u00A0\u202F]/g, '')
    .replace(',', '.')
    .replace('−', '-')
  return /^[+-]?\d{1,15}(?:\.\d{1,20})?$/.test(plain) ? Number(plain) : Number.NaN
}

export function wholeColumn(name: string, from: number, to: number): Column {
  return {
    ...{ ...shape, name, kind: 'number', width: 10 },
    write: (value) => Number(value),
    read: (text) => {
      if (text === '') return problemOf('required')
      const number = readNumber(text)
      if (!Number.isInteger(number)) return problemOf('not_number', `${from}–${to}`)
      return number < from || number > to ? problemOf('out_of_range', `${from}–${to}`) : { value: number }
    },
  }
}

/** A rating from 0 to 10 with one decimal, as the database has it (`7.8`); null without one. */
export function ratingColumn(name: string): Column {
  return {
    ...{ ...shape, name, kind: 'number', width: 8 },
    write: (value) => (value === null ? null : Number(value)),
    read: (text) => {
      if (text === '') return { value: null }
      const number = readNumber(text)
      if (Number.isNaN(number)) return problemOf('not_number', '0–10')
      return number < 0 || number > 10 ? problemOf('out_of_range', '0–10') : { value: number.toFixed(1) }
    },
  }
}

const yes = ['да', 'ha', 'yes', 'true', '1', 'истина', 'rost', '+', 'y', 'x', 'д']
const no = ['нет', "yo'q", 'no', 'false', '0', 'ложь', "yolg'on", '-', 'n', 'н']
const words = { ru: ['да', 'нет'], uz: ['ha', 'yoʻq'], en: ['yes', 'no'] } as const

export function booleanColumn(name: string, language: TableLanguage): Column {
  const [yesWord, noWord] = words[language]
  return {
    ...{ ...shape, name, width: 9 },
    write: (value) => (value === true ? yesWord : noWord),
    read: (text) => {
      const folded = text.toLowerCase().replaceAll(/[ʻʼ’‘`´]/g, "'")
      if (yes.includes(folded)) return { value: true }
      return no.includes(folded) ? { value: false } : problemOf('not_boolean', `${yesWord} / ${noWord}`)
    },
  }
}

/** A moment as ISO text, or null: empty cells are allowed. Parts of a second are left out. */
export function momentColumn(name: string): Column {
  return {
    ...{ ...shape, name, kind: 'moment', width: 20 },
    write: (value) =>
      typeof value === 'string' ? { momentMs: Math.floor(Date.parse(value) / 1000) * 1000 } : null,
    read: (text) => {
      if (text === '') return { value: null }
      const ms = readMoment(text)
      return ms === undefined
        ? problemOf('not_date', '2026-11-27 18:00')
        : { value: new Date(ms).toISOString() }
    },
  }
}

/** A day as `2026-11-28`; '' for none. */
export function dayColumn(name: string): Column {
  return {
    ...{ ...shape, name, width: 12 },
    write: (value) => String(value ?? ''),
    read: (text) => {
      if (text === '') return { value: '' }
      const ms = readMoment(text)
      return ms === undefined
        ? problemOf('not_date', '2026-11-27')
        : { value: localMoment(ms).slice(0, 'yyyy-mm-dd'.length) }
    },
  }
}

const separator = '; '

/** Texts in one cell: with `; ` between them, each on a line of its own where that reads better. */
export function joinTexts(texts: readonly string[], between = separator): string {
  return texts
    .map((text) =>
      text
        .replaceAll('\\', '\\\\')
        .replaceAll(';', '\\;')
        .replaceAll(/\r\n|\r|\n/g, '\\n'),
    )
    .join(between)
}

/** The opposite. Line ends divide too. */
export function splitTexts(cell: string): readonly string[] {
  const texts: string[] = []
  let text = ''
  for (let at = 0; at < cell.length; at += 1) {
    const sign = cell[at] ?? ''
    if (sign === '\\' && at + 1 < cell.length) {
      at += 1
      text += cell[at] === 'n' ? '\n' : (cell[at] ?? '')
    } else if (sign === ';' || sign === '\n') {
      texts.push(text)
      text = ''
    } else text += sign
  }
  return [...texts, text].map((one) => one.trim()).filter(Boolean)
}

export function textsColumn(
  name: string,
  { max, maxEach }: { readonly max: number; readonly maxEach: number },
): Column {
  return {
    ...{ ...shape, name, width: 30 },
    write: (value) => joinTexts(value as readonly string[]),
    read: (cell) => {
      const texts = [...new Set(splitTexts(cell))]
      if (texts.length > max) return problemOf('too_many', String(max))
      return texts.some((text) => text.length > maxEach)
        ? problemOf('too_long', String(maxEach))
        : { value: texts }
    },
  }
}

/** Countries by their codes (ISO 3166-1 alpha-2). */
export function countriesColumn(name: string): Column {
  return {
    ...{ ...shape, name, width: 12 },
    write: (value) => (value as readonly string[]).join(separator),
    read: (text) => {
      const codes = [
        ...new Set(
          text
            .toUpperCase()
            .split(/[\s,;]+/)
            .filter(Boolean),
        ),
      ]
      if (codes.length > 20) return problemOf('too_many', '20')
      return codes.every((code) => /^[A-Z]{2}$/.test(code))
        ? { value: codes }
        : problemOf('country', 'UZ; KZ')
    },
  }
}
