/** The public API of billing: tariffs, subscriptions and money. */
export { billingWorkers } from './billing-workers.ts'
export { chargeAllDue, chargeDue, chargeGraceMs, type Charged } from './charge-due.ts'
export { checkLedger } from './check-ledger.ts'
export type { Movement } from './ledger.ts'
export { ledgerPostings } from './ledger-entries.ts'
export { notifyCharges } from './notify-charges.ts'
export { openBilling, type Billing, type Standing } from './open-billing.ts'
export { moveTariffChannel, openInBaseTariffs } from './open-channels.ts'
export {
  normalCode,
  putPromotion,
  type Promotion,
  type PromotionKind,
  type PromotionName,
} from './promotion.ts'
export {
  cheapestTiyin,
  isOffered,
  sumsOf,
  type SubscriptionRecord,
  type TariffRecord,
  type TariffPeriod,
  periodsOf,
} from './rules.ts'
export type { Shortfall } from './shortfall.ts'
export { openTariffDesk, tariffWords } from './tariff-desk.ts'
export { readTariffFile } from './tariff-file.ts'
export type { TariffGround } from './tariff-plan.ts'
export { tariffsChangedChannel, type PutTariffs } from './tariff-put.ts'
export { takeBackTopUp, topUpDeposit, type TopUp } from './top-up.ts'
export { topUpTotals, type TopUpTotal } from './top-up-totals.ts'
export type { HistoryEntry } from './history.ts'
export { connectionOf, type PurchaseRefusal, type Wish } from './purchase-rules.ts'
export type { PurchaseDone, WantedPurchase } from './purchase.ts'
