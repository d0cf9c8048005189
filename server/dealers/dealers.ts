/** The public API of dealers: who they are, their subscribers, their money. */
export { attachNewcomers, attachSubscriber, type DealerDeps, linkCode } from './subscribers/attach.ts'
export { type CashTaken, changeDeposit, type DealerDone, returnCash, takeCash } from './cash/cash-desk.ts'
export { accrueCommissions } from './commissions/accrue.ts'
export {
  codesOf,
  dealerEntryPages,
  type DealerFileRow,
  type DealerEntry,
  type DealerRow,
  type DealerRule,
  type DealerSubscriber,
  entriesOf,
  listDealers,
  rulesOf,
  type StatementSums,
  statementOf,
  subscribersOf,
} from './contracts/list-dealers.ts'
export { addRule, endRule, removeDealer, saveDealer } from './contracts/save-dealer.ts'
export type { BeyondLimit } from './entries/staff-limits.ts'
export { checkDealers } from './entries/check-dealers.ts'
export { actOnPayout, listPayouts, type Payout, preparePayout } from './payouts/payouts.ts'
export { dealerWorkers } from './dealer-workers.ts'
