/** The public API of merchants: payments that Payme, Click, Paynet and Uzum Bank bring. */
export { checkPayments } from './check-payments.ts'
export type { MerchantDeps, Subscriber } from './deps.ts'
export { merchantWorkers, openMerchants, type Merchants, type MerchantSettings } from './open-merchants.ts'
export {
  addsUp,
  movedPayments,
  totalsPerDay,
  type DayTotal,
  type ListedPayment,
  type Period,
} from './provider-totals.ts'
export { merchantReceiptUrl } from './receipt-url.ts'
export { compareStatement, type Difference, type StatedPayment } from './reconcile.ts'
export { isExternalId, providers, sumsText, tiyinOfSums, type Provider } from './rules.ts'
export { payableTiyin, payLinks } from './pay-link.ts'
export type { Adapter, Answered, MerchantRequest } from './exchange.ts'
