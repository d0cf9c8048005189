/** The public API of subscribers: what the staff finds, reads and notes about them. */
export { findAccounts, findInCity, maxResults } from './find/find-subscribers.ts'
export { addNote, maxNote } from './notes.ts'
export { type FailedPlay, addFailedPlays, subscriberWorkers } from './plays/failed-plays.ts'
export { readCard, type CardDeps, type SubscriberCard } from './card.ts'
export type { Reason } from './why/reasons.ts'
export { type Why, type WhyAnswer, type WhyDeps, maxStoredDevices, whyNot } from './why/why.ts'
export type { WhyItem } from './why/find-item.ts'
export { namesOfPlay, withEnglish } from './plays/names-of-play.ts'
export { readSummaries, type SubscriberSummary } from './summary.ts'
export { readTimeline, type TimelineEntry } from './timeline.ts'
export {
  actOnDevice,
  changePhone,
  liftBan,
  renameSubscriber,
  resetPassword,
  setSubscriberState,
  signOutEverywhere,
  stopStream,
  type NotReset,
  type PhoneDeps,
} from './acts/access.ts'
export { type EraseDeps, erasePersonal, previewErase } from './personal/erase-personal.ts'
export { type MergeDeps, type MergeRefusal, mergeSubscribers, previewMerge } from './doubles/merge.ts'
export { exportPersonal } from './personal/export-personal.ts'
export { type ActRequest, isErased, lastActOf, mergedInto, type Stopped } from './acts/act-store.ts'
export { commandDevice, type CommandDeps } from './acts/command.ts'
export { type UndoableAct, undoableActs } from './acts/undoable.ts'
export {
  type DaysResult,
  daysResult,
  giveDaysByHand,
  type MoneyResult,
  moveByHand,
  type NotCovered,
  previewMoney,
  takeBackAct,
} from './acts/give.ts'
export { type GoodwillTemplate, goodwillTemplates, saveGoodwillTemplate } from './acts/goodwill.ts'
export {
  beyondPause,
  endTariffPause,
  type BeyondPause,
  type PauseDeps,
  pauseTariff,
} from './acts/pause-acts.ts'
export { allowanceOf, type Beyond, beyondAllowance, lockGiver } from './acts/limits.ts'
export type { ActDeps, Performed } from './acts/perform-act.ts'
export {
  changeRenewal,
  connectTariff,
  endTariff,
  previewTariff,
  returnTariff,
  type TariffDeps,
} from './acts/tariff-acts.ts'
export { changeBrand } from './acts/brand.ts'
