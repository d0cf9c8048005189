/** Fiscal receipts in the console. */
import {
  consoleReceipts as endpoints,
  receiptReasons,
  type ReceiptShown,
} from '#contract/console/receipts.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { bindConsole, type ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import {
  closeReceipt,
  countReceipts,
  listReceipts,
  type ReceiptActed,
  type ReceiptRow,
  receiptsOfPayment,
  reconcileReceipts,
  retryFailed,
  retryReceipt,
} from '#server/fiscal/fiscal.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { PaymentDeps } from './payment-endpoints.ts'
import { secOf } from './present-payments.ts'
import { moneyEntry } from './record-money.ts'

export interface ReceiptDeps extends Pick<PaymentDeps, 'db' | 'clock' | 'audit'> {
  readonly settings: Pick<Settings, 'EKRAN_FISCAL'>
}

type Handlers = ConsoleHandlers<typeof endpoints>

export function receiptEndpoints(deps: ReceiptDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleReceipts', endpoints, { ...lookHandlers(deps), ...actHandlers(deps) })
}

function lookHandlers({
  db,
  clock,
  settings,
}: ReceiptDeps): Pick<Handlers, 'list' | 'ofPayment' | 'reconcile'> {
  return {
    list: async ({ which }) => {
      const [rows, counts] = await Promise.all([listReceipts(db, which), countReceipts(db)])
      return respond({
        is_on: settings.EKRAN_FISCAL !== undefined,
        receipts: rows.map(presentReceipt),
        counts: {
          ...{ open: counts.pending + counts.sent, failed: counts.failed },
          ...{ registered: counts.registered, not_needed: counts.not_needed },
        },
      })
    },
    ofPayment: async ({ system, number }) =>
      respond({ receipts: (await receiptsOfPayment(db, system, number)).map(presentReceipt) }),
    reconcile: async () => {
      const { EKRAN_FISCAL: fiscal } = settings
      if (fiscal === undefined) return reject('receipts_off')
      const result = await reconcileReceipts(db, fiscal, clock.nowMs())
      return respond({
        ...{ paid: sumsOf(result.paidTiyin), refunded: sumsOf(result.refundedTiyin) },
        ...{
          registered: sumsOf(result.registeredTiyin),
          registered_back: sumsOf(result.registeredBackTiyin),
        },
        ...{ open: result.openCount, failed: result.failedCount, difference_count: result.differenceCount },
        differences: result.differences.map(({ kind, reference, ledgerTiyin, receiptTiyin }) => ({
          ...{ kind, reference, ledger: sumsOf(ledgerTiyin), receipt: sumsOf(receiptTiyin) },
        })),
      })
    },
  }
}

function actHandlers({ db, clock, audit, settings }: ReceiptDeps): Pick<Handlers, 'retry' | 'close'> {
  return {
    retry: async ({ receipt_id: receiptId }, call) => {
      if (settings.EKRAN_FISCAL === undefined) return reject('receipts_off')
      if (receiptId === undefined) {
        const record = moneyEntry<number>(audit, call, (count) => ({
          ...{ event: 'receipt_retried', subject: 'receipts', after: { count } },
        }))
        return respond({ count: await retryFailed({ db, clock }, record) })
      }
      const acted = await retryReceipt(
        { db, clock },
        receiptId,
        moneyEntry(audit, call, ({ receipt, before }) => ({
          ...{ event: 'receipt_retried', accountId: receipt.account_id, subject: `receipt ${receiptId}` },
          ...{ before: { state: before }, after: { state: receipt.state } },
        })),
      )
      return acted.kind === 'done' ? respond({ count: 1 }) : rejectionOf(acted)
    },
    close: async ({ receipt_id: receiptId, note }, call) => {
      const acted = await closeReceipt(
        { db, clock },
        { receiptId, note },
        moneyEntry(audit, call, ({ receipt, before }) => ({
          ...{ event: 'receipt_closed', accountId: receipt.account_id, subject: `receipt ${receiptId}` },
          ...{ before: { state: before }, after: { state: receipt.state, note } },
        })),
      )
      return acted.kind === 'done' ? respond({ receipt_id: receiptId }) : rejectionOf(acted)
    },
  }
}

function rejectionOf(acted: Exclude<ReceiptActed, { readonly kind: 'done' }>) {
  return acted.kind === 'unknown' ? reject('not_found') : reject('receipt_ended')
}

function presentReceipt(row: ReceiptRow): ReceiptShown {
  return {
    ...{ receipt_id: row.receiptId, kind: row.kind, system: row.system, number: row.number },
    ...{ abonement: row.abonement, amount: sumsOf(row.amountTiyin), at: secOf(row.happenedMs) },
    state: row.state,
    reason: receiptReasons.find((one) => one === row.reason) ?? 'other',
    ...{ detail: row.reason, note: row.note, url: row.url, fiscal_number: row.fiscalNumber },
    ...{ attempts: row.attempts, next_at: secOf(row.nextMs), ended_at: secOf(row.endedMs) },
  }
}
