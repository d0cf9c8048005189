import type {
  ShownDealer,
  ShownDealerEntry,
  ShownDealerPayout,
  ShownDealerRule,
} from '#contract/console/dealers.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { secOf } from '#server/console/payments/present-payments.ts'
import type {
  DealerEntry,
  DealerRow,
  DealerRule,
  DealerSubscriber,
  Payout,
  StatementSums,
} from '#server/dealers/dealers.ts'

export function presentDealer(one: DealerRow): ShownDealer {
  return {
    ...{ dealer_id: one.dealerId, name: one.name, contact: one.contact, phone: one.phone },
    ...{ contract: one.contract, state: one.state, credit_limit: sumsOf(one.creditLimitTiyin) },
    ...{ deposit: sumsOf(one.depositTiyin), commission: sumsOf(one.commissionTiyin) },
    ...{ subscribers: one.subscribers, version: one.version },
  }
}

export function presentRule(one: DealerRule): ShownDealerRule {
  return {
    ...{ rule_id: one.ruleId, kind: one.kind, share: one.share / 100, amount: sumsOf(one.amountTiyin) },
    ...{ months: one.months, cap: sumsOf(one.capTiyin ?? 0), from: one.fromDay, to: one.toDay ?? '' },
  }
}

/** `staffId`: of the caller. */
export function presentPayout(one: Payout, staffId: number): ShownDealerPayout {
  return {
    ...{ payout_id: one.payoutId, dealer_id: one.dealerId, dealer: one.dealer, to: one.toDay },
    ...{ amount: sumsOf(one.amountTiyin), state: one.state, document: one.document },
    ...{ prepared_by: one.preparedBy, prepared_at: secOf(one.preparedMs) },
    ...{ approved_by: one.approvedBy, approved_at: secOf(one.approvedMs) },
    ...{ ended_by: one.endedBy, ended_at: secOf(one.endedMs) },
    is_own: one.preparedStaffId === staffId,
  }
}

export function presentSubscriber(one: DealerSubscriber) {
  return {
    ...{ account_id: one.accountId, abonement: one.abonement, name: one.name, way: one.way },
    ...{ reason: one.reason, at_ms: one.attachedMs, earned: sumsOf(one.earnedTiyin) },
  }
}

export function presentSums({ openingTiyin, closingTiyin, kinds }: StatementSums) {
  return {
    ...{ opening: sumsOf(openingTiyin), closing: sumsOf(closingTiyin) },
    kinds: kinds.map(({ kind, count, tiyin }) => ({ kind, count, amount: sumsOf(tiyin) })),
  }
}

export function presentEntry(one: DealerEntry): ShownDealerEntry {
  return {
    ...{ entry_id: one.entryId, account: one.account, kind: one.kind, amount: sumsOf(one.amountTiyin) },
    ...{ balance: sumsOf(one.balanceTiyin), abonement: one.abonement, account_id: one.accountId },
    ...{ base: sumsOf(one.baseTiyin), document: one.document, reason: one.reason, by: one.by },
    ...{ at: secOf(one.atMs), is_back: one.isBack },
  }
}
