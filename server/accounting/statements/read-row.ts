/** One row of a registry as a payment. Pure. */
import { type Cell, readMoment } from '#server/imports/imports.ts'
import { isExternalId, tiyinOfSums } from '#server/merchants/merchants.ts'
import { isFailed, type StatementColumns } from './columns.ts'

/** A payment as the statement has it. */
export interface StatedRow {
  /** In the file; its first row is 1. */
  readonly line: number
  /** '' for one without a number. */
  readonly externalId: string
  /** Whole, above 0. */
  readonly amountTiyin: number
  /** Unix milliseconds; undefined for one without a time. */
  readonly atMs: number | undefined
  readonly account: string
}

/** Why a row is no payment. */
export type RowProblem = 'amount' | 'number' | 'time' | 'broken'

export type RowReading =
  | { readonly kind: 'row'; readonly row: StatedRow }
  /** Empty, a total, or one that the statement itself calls failed. */
  | { readonly kind: 'none' }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'problem'; readonly problem: RowProblem; readonly text: string }

export type AmountUnit = 'sum' | 'tiyin'
const maxAccount = 64

/** How the amounts are written, and whether a row without a time is of no use. */
export interface RowRules {
  readonly unit: AmountUnit
  readonly needsTime?: boolean
}

export function readRow(
  line: number,
  cells: readonly Cell[],
  columns: StatementColumns,
  { unit, needsTime = false }: RowRules,
): RowReading {
  const textAt = (place: number | undefined) => {
    const cell = place === undefined ? '' : (cells[place] ?? '')
    return typeof cell === 'string' ? cell.trim() : undefined
  }
  const [id, amount, time] = [textAt(columns.id), textAt(columns.amount), textAt(columns.time)]
  const [account = '', state = ''] = [textAt(columns.account), textAt(columns.state)]
  if (id === undefined || amount === undefined || time === undefined)
    return { kind: 'problem', problem: 'broken', text: '' }
  if (id === '' && time === '') return { kind: 'none' }
  if (isFailed(state)) return { kind: 'skipped' }
  const amountTiyin = readAmount(amount, unit)
  if (amountTiyin === undefined) return { kind: 'problem', problem: 'amount', text: amount.slice(0, 80) }
  if (amountTiyin === 0) return { kind: 'skipped' }
  if (id !== '' && !isExternalId(id)) return { kind: 'problem', problem: 'number', text: id.slice(0, 80) }
  const atMs = readMoment(time)
  if ((time !== '' || needsTime) && atMs === undefined)
    return { kind: 'problem', problem: 'time', text: time.slice(0, 80) }
  return {
    kind: 'row',
    row: { line, externalId: id, amountTiyin, atMs, account: account.slice(0, maxAccount) },
  }
}

/** `1 000,50`, `1,000.50`, `49000 сум` in tiyin; undefined for what is no amount. */
export function readAmount(text: string, unit: AmountUnit): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f']|(?:сум|soʻm|so'm|som|uzs)\.?$/giu, '')
  const plain = /^\d+,\d{1,2}$/.test(bare) ? bare.replace(',', '.') : bare.replace(/,(?=\d{3}(?:\D|$))/g, '')
  if (unit === 'sum') return tiyinOfSums(plain)
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined
}
