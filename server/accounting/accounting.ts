/** The public API of accounting: payments of all ways, refunds by the staff. */
export { listPayments, type PaymentRow, type PaymentSystem, rankOf } from './payments/list-payments.ts'
export { type PaymentLife, readPayment, type RefundAttempt } from './payments/read-payment.ts'
export { refundAnyPayment, type RefundOutcome } from './payments/refund.ts'
export { limitOf, type RefundLimit, returnedToday } from './payments/refund-limits.ts'
export { listRefundTasks, type RefundTask } from './payments/refund-tasks.ts'
export { endRefund, type RefundEndOutcome } from './payments/end-refund.ts'
export { returnCharge } from './payments/return-charge.ts'
export {
  countKinds,
  listItems,
  listStatements,
  readDetails,
  type Statement,
  type StatementItem,
} from './statements/list-statements.ts'
export { appendToStatement, readStatement, startStatement } from './statements/store-statement.ts'
export {
  acceptRow,
  closeStatement,
  discardStatement,
  noteRow,
  type RowDone,
  type RowResolved,
} from './statements/work-off.ts'
export { type CreditDone, creditRow, reverseCredit, type RowCredited } from './statements/credit-row.ts'
export {
  type Closing,
  closingsOf,
  listClosings,
  readClosing,
  reopenDay,
  signDay,
} from './closings/close-day.ts'
export { beginOfDay, dayAfter, dayOf, type DayTotals } from './closings/day-totals.ts'
export { trialBalance } from './closings/stored-totals.ts'
export { type EntryFilter } from './entries/entry-filter.ts'
export { type Entry, entriesQuery, entryTotals, listEntries } from './entries/list-entries.ts'
export { explainEntries, type Explanation } from './entries/explain-entries.ts'
export { periodBalance } from './entries/period-balance.ts'
export {
  countEntries,
  countPayments,
  writeDealers,
  writeEntries,
  writePayments,
  writeTotals,
} from './files/write-files.ts'
export { type ExchangeDetails, writeExchange } from './files/write-exchange.ts'
