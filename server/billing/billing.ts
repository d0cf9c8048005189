/** The public API of billing: tariffs, subscriptions and money. */
export { billingWorkers } from './charging/billing-workers.ts'
export { chargeAllDue, chargeDue, chargeGraceMs, type Charged } from './charging/charge-due.ts'
export { checkLedger } from './ledger/check-ledger.ts'
export {
  type Adjusted,
  type Adjustment,
  adjustDeposit,
  previewAdjustment,
  takeBackAdjustment,
} from './by-hand/adjust-deposit.ts'
export { endTariffNow } from './by-hand/end-tariff.ts'
export { returnConnected } from './by-hand/return-connected.ts'
export { moveStanding, previewMove } from './by-hand/move-standing.ts'
export {
  type DaysGift,
  type DaysOutcome,
  type DaysTakenBack,
  giveDays,
  previewDays,
  takeBackDays,
} from './by-hand/gift-days.ts'
export { balanceTiyin, DuplicateReference, lockWallet, lockWallets, type Movement } from './ledger/ledger.ts'
export { isSameOwner, lockOwner, ownerBalanceTiyin } from './ledger/owner.ts'
export { type Paused, type PauseEnded, beginPause, endPause, tariffPausedChannel } from './pauses/pause.ts'
export { type PauseTakenBack, continuePause, takeBackPause } from './pauses/take-back-pause.ts'
export type { PauseRefusal, WrongDays } from './pauses/pause-rules.ts'
export { reverseMoney } from './ledger/reverse.ts'
export { ledgerPostings } from './ledger/ledger-entries.ts'
export { type Dunning, loadDunning, saveDunning, type StoredDunning } from './charging/dunning.ts'
export { type ChargingState, readChargingState } from './charging/charging-state.ts'
export { notifySuspended } from './charging/notify-suspended.ts'
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
  type BatchRefused,
  type BatchTerms,
  type CodeBatch,
  appendCodes,
  beginBatch,
  completeBatch,
  discardBatch,
  exportCodes,
  generateBatch,
  listBatches,
  stopBatch,
} from './promotions/batches.ts'
export { measureBatch } from './promotions/batch-effect.ts'
export {
  endPromotionCode,
  normalCode,
  putPromotion,
  type Promotion,
  type PromotionCheck,
  type PromotionKind,
  type PromotionName,
} from './promotions/promotion.ts'
export {
  addedByHand,
  cheapestTiyin,
  isOffered,
  isPaused,
  missingTiyin,
  recordingHoursOf,
  type PauseRule,
  type ChangeRule,
  streamsAtOnce,
  sumsOf,
  type SubscriptionRecord,
  type TariffRecord,
  type TariffPeriod,
  periodsOf,
} from './tariffs/rules.ts'
export { shownTariffLook, tariffPicture } from './tariffs/shown-look.ts'
export { type TariffLook, plainLook } from './tariffs/tariff-look.ts'
export type { Shortfall } from './charging/shortfall.ts'
export { openTariffService, tariffWords } from './tariffs/tariff-service.ts'
export { readTariffFile } from './tariffs/tariff-file.ts'
export type { TariffGround } from './tariffs/tariff-plan.ts'
export { tariffsChangedChannel } from './tariffs/tariff-lock.ts'
export type { PutTariffs, WrittenTariffs } from './tariffs/tariff-put.ts'
export type { DatedPrice } from './tariffs/dated-prices.ts'
export { nextPrice } from './tariffs/next-price.ts'
export {
  type PriceChange,
  type SavedTariff,
  type TariffAuthor,
  type TariffChanged,
  type TariffRefused,
  changePrice,
  offerTariff,
  orderTariffs,
  removeTariff,
  saveTariff,
  setTariffPicture,
  tariffStores,
} from './tariffs/editing/edit-tariffs.ts'
export { type TariffEffect, type TouchedPart } from './tariffs/editing/tariff-effect.ts'
export {
  type ListedTariff,
  type ShownTariff,
  type TariffVersion,
  listTariffs,
  listVersions,
  previewPrice,
  previewTariff,
  showTariff,
} from './tariffs/editing/tariff-office.ts'
export { restoreTopUp, reverseTopUp, topUpDeposit, type TopUp } from './charging/top-up.ts'
export { findRenewal } from './renewal/renewal.ts'
export { type RenewalLinks, renewalLinks } from './renewal/renewal-link.ts'
export { creditReference } from './changes/replace-base.ts'
export type { BaseChange, LeftTime } from './subscriptions/change-rules.ts'
export type { PlannedChange } from './changes/planned-change.ts'
export { resumeSubscriptions } from './subscriptions/resume.ts'
export { topUpTotals, type TopUpTotal } from './ledger/top-up-totals.ts'
export type { HistoryEntry } from './ledger/history.ts'
export { type PastSubscription, subscriptionHistory } from './subscriptions/subscription.ts'
export {
  connectionOf,
  type TrialRight,
  trialDaysOf,
  type PurchaseRefusal,
  type PurchaseItem,
  type PurchaseLine,
  type Purchase,
} from './subscriptions/purchase-rules.ts'
export {
  purchase,
  type PurchaseDone,
  type PurchaseOutcome,
  type PurchaseRequest,
  setAutoRenew,
} from './purchase/purchase.ts'
export type { Resumption } from './subscriptions/resume.ts'
