/** Fiscal receipts of payments and refunds: the queue, and the comparison with the ledger (FIN-04). Money is soʻm. */
import * as z from 'zod/mini'
import { text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'payments', level: 'view' } as const
const act = { section: 'payments', level: 'act' } as const

/** Payme makes its own receipts. */
export const receiptSystems = ['click', 'paynet', 'uzum', 'atmos'] as const
export const receiptStates = ['pending', 'sent', 'registered', 'failed', 'not_needed'] as const
export const receiptViews = ['open', 'failed', 'ended'] as const
/** Why a receipt is not registered; `other` for an answer of the service that has no words here. */
export const receiptReasons = [
  ...(['', 'printing', 'waits_for_sale', 'timeout', 'no_connection', 'not_readable', 'wrong_key'] as const),
  ...(['wrong_codes', 'http_422', 'gave_up', 'made_elsewhere', 'other'] as const),
  ...(['refunded_before', 'no_sale_receipt', 'own_receipt', 'closed_by_hand'] as const),
] as const

export const Receipt = z.object({
  receipt_id: z.int(),
  kind: z.enum(['sale', 'refund']),
  system: z.enum(receiptSystems),
  /** Our number of the payment. */
  number: z.int(),
  abonement: z.string(),
  amount: z.number(),
  /** Unix seconds: when the money moved. */
  at: z.int(),
  state: z.enum(receiptStates),
  reason: z.enum(receiptReasons),
  /** The reason as it is stored, for support. */
  detail: z.string(),
  /** What was written by who closed it. */
  note: z.string(),
  /** '' without one. */
  url: z.string(),
  fiscal_number: z.string(),
  attempts: z.int(),
  /** 0: there is no further attempt. */
  next_at: z.int(),
  ended_at: z.int(),
})
export type ReceiptShown = z.output<typeof Receipt>

const receiptId = () => whole(1, Number.MAX_SAFE_INTEGER)

export const consoleReceipts = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/payments/receipts',
    permission: view,
    summary: 'Fiscal receipts that are open, failed or ended, 200 at most, and how many there are',
    input: z.object({ which: z._default(z.enum(receiptViews), 'failed') }),
    output: z.object({
      /** Whether EKRAN_FISCAL is set. */
      is_on: z.boolean(),
      receipts: z.array(Receipt),
      counts: z.object({ open: z.int(), failed: z.int(), registered: z.int(), not_needed: z.int() }),
    }),
  }),
  ofPayment: consoleEndpoint({
    method: 'GET',
    path: '/payments/receipts/of',
    permission: view,
    summary: 'The receipts of one payment: its own, and that of its refund',
    input: z.object({ system: z.enum(receiptSystems), number: receiptId() }),
    output: z.object({ receipts: z.array(Receipt) }),
  }),
  reconcile: consoleEndpoint({
    method: 'GET',
    path: '/payments/receipts/reconcile',
    permission: view,
    summary: 'Compares receipts with the ledger since the day of the setting; 100 differences at most',
    input: z.object({}),
    output: z.object({
      paid: z.number(),
      refunded: z.number(),
      registered: z.number(),
      registered_back: z.number(),
      open: z.int(),
      failed: z.int(),
      difference_count: z.int(),
      differences: z.array(
        z.object({
          kind: z.enum(['no_receipt', 'no_refund_receipt', 'other_sum']),
          reference: z.string(),
          ledger: z.number(),
          receipt: z.number(),
        }),
      ),
    }),
    failures: ['receipts_off'],
  }),
  retry: consoleEndpoint({
    method: 'POST',
    path: '/payments/receipts/retry',
    permission: act,
    summary: 'Tries a receipt again at once, or every failed one without a number',
    input: z.object({ receipt_id: z.optional(receiptId()) }),
    output: z.object({ count: z.int() }),
    failures: ['not_found', 'receipt_ended', 'receipts_off'],
  }),
  close: consoleEndpoint({
    method: 'POST',
    path: '/payments/receipts/close',
    permission: act,
    summary: 'Stores that a failed receipt was made in another way, or why there is none',
    input: z.object({ receipt_id: receiptId(), note: text(200, 3) }),
    output: z.object({ receipt_id: z.int() }),
    failures: ['not_found', 'receipt_ended'],
  }),
}
