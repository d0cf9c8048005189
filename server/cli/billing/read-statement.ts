import { isExternalId, tiyinOfSums, type StatedPayment } from '#server/merchants/merchants.ts'
import { openTable, type OpenTable } from '#server/imports/imports.ts'

export type ReadStatement =
  | {
      readonly kind: 'read'
      readonly payments: readonly StatedPayment[]
      readonly unread: readonly { readonly line: number; readonly why: string }[]
    }
  | { readonly kind: 'refused'; readonly why: string }

export interface StatementForm {
  /** Columns; undefined where they are found by their names. */
  readonly id: string | undefined
  readonly amount: string | undefined
  readonly unit: 'sum' | 'tiyin'
}

/** Known column names of the systems' cabinets and of our own export, only letters and digits. */
const idNames = [
  'id',
  'transactionid',
  'transid',
  'clicktransid',
  'clickpaymentid',
  'paymentid',
  'paymeid',
  'externalid',
  'идплатежа',
  'idплатежа',
  'идтранзакции',
  'idтранзакции',
  'номертранзакции',
]
const amountNames = ['amount', 'sum', 'summa', 'total', 'сумма', 'суммаплатежа', 'summasi']

/** The maximum number of rows of a statement. */
const maxRows = 2_000_000
const maxUnread = 200

/** Reads a payment system's statement from a table. Returns amounts in tiyin. */
export async function readStatement(path: string, form: StatementForm): Promise<ReadStatement> {
  const table = await openTable(path).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  if (typeof table === 'string') return { kind: 'refused', why: `the statement cannot be read: ${table}` }
  const columns = await columnsOf(table)
  const id = form.id ?? columnNamed(columns, idNames)
  const amount = form.amount ?? columnNamed(columns, amountNames)
  if (id === undefined || !columns.includes(id))
    return { kind: 'refused', why: 'it has no known column with the payments’ numbers; name it with --id' }
  if (amount === undefined || !columns.includes(amount))
    return { kind: 'refused', why: 'it has no known column with amounts; name it with --amount' }
  const payments: StatedPayment[] = []
  const unread: { line: number; why: string }[] = []
  for await (const record of table.records()) {
    if (payments.length >= maxRows) return { kind: 'refused', why: `it has more than ${maxRows} rows` }
    const row = 'why' in record ? record.why : paymentOf(record.values[id], record.values[amount], form.unit)
    if (typeof row !== 'string') payments.push(row)
    else if (unread.length < maxUnread) unread.push({ line: record.line, why: row })
  }
  return { kind: 'read', payments, unread }
}

function paymentOf(id: unknown, amount: unknown, unit: StatementForm['unit']): StatedPayment | string {
  const externalId = String(id ?? '').trim()
  if (!isExternalId(externalId)) return 'it has no payment’s number'
  // Both `1 000,50` and `1,000.50` are used; an amount in sums has at most two decimals.
  const text = String(amount ?? '').replace(/[\s\u00a0']/g, '')
  const plain = /^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', '')
  const amountTiyin =
    unit === 'sum' ? tiyinOfSums(plain) : /^\d{1,15}$/.test(plain) ? Number(plain) : undefined
  return amountTiyin === undefined ? 'its amount is not a number' : { externalId, amountTiyin }
}

async function columnsOf(table: OpenTable): Promise<readonly string[]> {
  if (table.columns.length > 0) return table.columns
  for await (const record of table.records()) if ('values' in record) return Object.keys(record.values)
  return []
}

function folded(name: string) {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function columnNamed(columns: readonly string[], names: readonly string[]) {
  return names.flatMap((name) => columns.find((column) => folded(column) === name) ?? [])[0]
}
