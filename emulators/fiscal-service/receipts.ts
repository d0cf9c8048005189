/** The receipts of the emulated service: its checks of a request, and what it has registered. */
import { at, json, textAt, type GatewayResponse } from '#emulators/http/exchange.ts'

export type ReceiptKind = 'sale' | 'refund'

export interface StoredReceipt {
  readonly number: number
  readonly kind: ReceiptKind
  readonly operationId: string
  readonly paymentId: string
  readonly amountTiyin: number
  readonly vatPercent: number
  readonly spic: string
  readonly url: string
}

export interface Receipts {
  /** Registers a receipt, or says why not. `looks`: so many looks until its link is there. */
  register(kind: ReceiptKind, body: unknown, looks: number): GatewayResponse
  link(operationId: string): GatewayResponse
  all(): readonly StoredReceipt[]
  clear(): void
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:00$/
/** The rates of VAT that the emulated catalogue has. */
const vatRates = [0, 12]
/** A code outside the catalogue, to try what happens then. */
const unknownSpic = '0'.repeat(17)
const maxStored = 20_000

export function createReceipts(): Receipts {
  const stored = new Map<string, StoredReceipt>()
  const waiting = new Map<string, number>()
  return {
    register: (kind, body, looks) => {
      const problem = problemOf(body)
      if (problem !== undefined) return json(422, { detail: [{ msg: problem }] })
      const items = at(body, 'items')
      const item: unknown = Array.isArray(items) ? items[0] : undefined
      const spic = textAt(item, 'spic')
      if (spic === unknownSpic) return json(400, { code: 1, message: 'Invalid spic or package_code' })
      const [operationId, paymentId] = [textAt(body, 'operation_id'), textAt(body, 'payment_id')]
      const ofPayment = [...stored.values()].filter((one) => one.paymentId === paymentId)
      const sale = ofPayment.find((one) => one.kind === 'sale')
      const amountTiyin = Number(textAt(body, 'card_amount')) + Number(textAt(body, 'cash_amount'))
      if (kind === 'refund' && sale === undefined) return json(404, { message: 'Receipt not found' })
      if (kind === 'refund' && amountTiyin > (sale?.amountTiyin ?? 0))
        return json(422, { detail: [{ msg: 'more than was sold' }] })
      if (stored.has(operationId) || ofPayment.some((one) => one.kind === kind))
        return json(400, { code: 2, message: 'A receipt of this payment_id and type was sent before' })
      if (stored.size >= maxStored) return json(500, { message: 'Internal error' })
      const number = stored.size + 1
      const url = linkOf(number, textAt(body, 'date_time'))
      const vatPercent = Number(textAt(item, 'vat_percent'))
      stored.set(operationId, { number, kind, operationId, paymentId, amountTiyin, vatPercent, spic, url })
      if (looks === 0) return json(200, { receipt_id: number, payment_id: paymentId, receipt_url: url })
      waiting.set(operationId, looks)
      return json(202, { payment_id: paymentId, code: 0, message: 'accepted' })
    },
    link: (operationId) => {
      const receipt = stored.get(operationId)
      if (receipt === undefined) return json(404, { message: 'Receipt not found' })
      const left = (waiting.get(operationId) ?? 0) - 1
      if (left > 0) {
        waiting.set(operationId, left)
        return json(202, { message: 'Retry later, please' })
      }
      waiting.delete(operationId)
      return json(200, { receipt_url: receipt.url })
    },
    all: () => [...stored.values()],
    clear: () => {
      stored.clear()
      waiting.clear()
    },
  }
}

/** Why a request is not valid; undefined when it is. */
function problemOf(body: unknown): string | undefined {
  if (!uuidForm.test(textAt(body, 'operation_id'))) return 'operation_id is no UUID'
  if (!uuidForm.test(textAt(body, 'payment_id'))) return 'payment_id is no UUID'
  if (!timeForm.test(textAt(body, 'date_time'))) return 'date_time is not of its form'
  const items = at(body, 'items')
  if (!Array.isArray(items) || items.length === 0 || items.length > 100) return 'items is missing'
  let sum = 0
  for (const item of items as readonly unknown[]) {
    const [price, count] = [at(item, 'price'), at(item, 'count')]
    if (!isWhole(price) || !isWhole(count)) return 'price and count are whole numbers'
    const name = textAt(item, 'product_name')
    if (name === '' || name.length > 63) return 'product_name has 1 to 63 letters'
    if (!/^\d{17}$/.test(textAt(item, 'spic'))) return 'spic has 17 digits'
    if (!/^\d{1,20}$/.test(textAt(item, 'package_code'))) return 'package_code is not of its form'
    if (!vatRates.includes(Number(at(item, 'vat_percent')))) return 'vat_percent is no rate'
    sum += price * count
  }
  const [cash, card] = [at(body, 'cash_amount'), at(body, 'card_amount')]
  if (typeof cash !== 'number' || typeof card !== 'number') return 'amounts are numbers'
  return cash + card === sum && sum > 0 ? undefined : 'the amounts are not the sum of the items'
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** In the form of the tax authority's links; the number of the terminal says that it is none of theirs. */
function linkOf(number: number, time: string): string {
  const moment = time.slice(0, 19).replace(/\D/g, '')
  const sign = String(100_000_000_000 + number * 7919)
  return `https://ofd.soliq.uz/epi?t=EMULATED000001&r=${number}&c=${moment}&s=${sign}`
}
