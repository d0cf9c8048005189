/** The public API of fiscal: receipts of payments and refunds, registered with the tax authority. */
export { fiscalWorkers } from './fiscal-workers.ts'
export { queueReceipts } from './queue/find-payments.ts'
export { reconcileReceipts } from './queue/reconcile.ts'
export { sendReceipts } from './queue/send-receipts.ts'
export { createUzumFiscal } from './service/uzum-fiscal.ts'
export { closeReceipt, type ReceiptActed, retryFailed, retryReceipt } from './staff/act-on-receipts.ts'
export {
  countReceipts,
  fiscalReceiptUrl,
  listReceipts,
  type ReceiptRow,
  receiptsOfPayment,
} from './staff/list-receipts.ts'
