/** The public API of merchants: payments from Payme, Click, Paynet and Uzum Bank. */
export { checkPayments } from './payments/check-payments.ts'
export type { MerchantDeps, Subscriber } from './payments/deps.ts'
export { merchantWorkers, openMerchants, type Merchants, type MerchantSettings } from './open-merchants.ts'
export {
  addsUp,
  movedPayments,
  totalsPerDay,
  type DayTotal,
  type ListedPayment,
  type Period,
} from './payments/provider-totals.ts'
export { merchantReceiptUrl } from './payments/receipt-url.ts'
export { type ProviderRefund } from './payments/refund-attempts.ts'
export {
  beginProviderRefund,
  finishProviderRefund,
  reversalIdOf,
  withdrawProviderRefund,
  type Exceeds,
  type RefundEnded,
  type RefundStarted,
  type RefundedBy,
} from './payments/provider-refund.ts'
export { creditLatePayment, type LateCredit, type LatePayment } from './payments/late-payment.ts'
export { compareStatement, type Difference, type StatedPayment } from './payments/reconcile.ts'
export {
  cancelsParts,
  isExternalId,
  providers,
  sumsText,
  tiyinOfSums,
  type Provider,
} from './payments/rules.ts'
export { type ReversalDeps, settleReversal, settleReversals } from './reversals/settle-reversals.ts'
export type { Reversed, Reverser, ReversalState } from './reversals/reverser.ts'
export { payableTiyin, payLinks } from './pay-link.ts'
export type { Adapter, Answered, MerchantRequest } from './providers/exchange.ts'
