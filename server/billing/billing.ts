/** The public API of billing: tariffs, subscriptions and money. */
export { billingWorkers } from './charging/billing-workers.ts'
export { chargeAllDue, chargeDue, chargeGraceMs, type Charged } from './charging/charge-due.ts'
export { checkLedger } from './ledger/check-ledger.ts'
export type { Movement } from './ledger/ledger.ts'
export { ledgerPostings } from './ledger/ledger-entries.ts'
export { notifyCharges } from './charging/notify-charges.ts'
export { openBilling, type Billing, type AccountStanding } from './open-billing.ts'
export {
  channelTariffs,
  copyTariffChannel,
  namesOfTariffs,
  openInBaseTariffs,
  tariffCounts,
  uncopyTariffChannel,
} from './tariffs/open-channels.ts'
export {
  endPromotionCode,
  normalCode,
  putPromotion,
  type Promotion,
  type PromotionKind,
  type PromotionName,
} from './promotions/promotion.ts'
export {
  cheapestTiyin,
  isOffered,
  missingTiyin,
  streamsAtOnce,
  sumsOf,
  type SubscriptionRecord,
  type TariffRecord,
  type TariffPeriod,
  periodsOf,
} from './tariffs/rules.ts'
export type { Shortfall } from './charging/shortfall.ts'
export { openTariffService, tariffWords } from './tariffs/tariff-service.ts'
export { readTariffFile } from './tariffs/tariff-file.ts'
export type { TariffGround } from './tariffs/tariff-plan.ts'
export { tariffsChangedChannel, type PutTariffs } from './tariffs/tariff-put.ts'
export { reverseTopUp, topUpDeposit, type TopUp } from './charging/top-up.ts'
export { topUpTotals, type TopUpTotal } from './ledger/top-up-totals.ts'
export type { HistoryEntry } from './ledger/history.ts'
export { type PastSubscription, subscriptionHistory } from './subscriptions/subscription.ts'
export { connectionOf, type PurchaseRefusal, type PurchaseItem } from './subscriptions/purchase-rules.ts'
export type { PurchaseDone, PurchaseRequest } from './purchase/purchase.ts'
