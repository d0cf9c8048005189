import { chargePeriod } from './charge-period.ts'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { inOrderOfCharging } from './purchase-rules.ts'
import { findSubscriptions } from './subscription.ts'
import { type SubscriptionRecord, isPaused } from '#server/billing/tariffs/rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** A suspended subscription that goes on, and what its new period costs. */
export interface Resumption {
  readonly subscription: SubscriptionRecord
  /** 0: it is still paid for, after the clock was set back. */
  readonly costTiyin: number
}

/**
 * Which suspended subscriptions of an active account a balance lets go on: the base one first, and no other while it
 * stays suspended or is paused, because they are of no use without it. Subscriptions that are not to be renewed stay as they are.
 * The one place that decides it, for what is shown before and for what is done.
 */
export function planResumption(
  live: readonly SubscriptionRecord[],
  balanceTiyin: number,
  nowMs: number,
): readonly Resumption[] {
  if (live.some((one) => one.isBase && isPaused(one, nowMs))) return []
  let balance = balanceTiyin
  const resumed: Resumption[] = []
  for (const one of inOrderOfCharging(
    live.filter(({ state, autoRenew }) => state === 'suspended' && autoRenew),
  )) {
    const costTiyin = one.paidUntilMs > nowMs ? 0 : one.priceTiyin
    if (costTiyin > balance) {
      if (one.isBase) break
      continue
    }
    balance -= costTiyin
    resumed.push({ subscription: one, costTiyin })
  }
  return resumed
}

/**
 * Resumes suspended subscriptions as far as the balance suffices (`planResumption`). A new period starts now; the time
 * without service is not charged (SUB-06). Returns how many were resumed.
 */
export async function resumeSubscriptions(
  trx: DbTransaction,
  accountId: number,
  nowMs: number,
): Promise<number> {
  const balance = await lockWallet(trx, accountId)
  const planned = planResumption(await findSubscriptions(trx, accountId, nowMs), balance, nowMs)
  if (planned.length === 0 || !(await isServed(trx, accountId))) return 0
  for (const { subscription, costTiyin } of planned) {
    const { subscriptionId, periodDays: days } = subscription
    if (subscription.paidUntilMs > nowMs) {
      const going = trx.updateTable('subscription').set({ state: 'active' })
      await going.where('subscription_id', '=', subscriptionId).execute()
    } else {
      const period = { accountId, subscriptionId, startMs: nowMs, days, amountTiyin: costTiyin }
      await chargePeriod(trx, period, nowMs)
    }
  }
  return planned.length
}

/** A blocked account cannot use the service, so it is not charged. */
export async function isServed(db: Db | DbTransaction, accountId: number): Promise<boolean> {
  return (await stateOf(db, accountId)) === 'active'
}

/** Nothing begins on a closed account: a request may have waited for the merge that closed it. */
export async function isDeactivated(db: Db | DbTransaction, accountId: number): Promise<boolean> {
  return (await stateOf(db, accountId)) === 'deactivated'
}

async function stateOf(db: Db | DbTransaction, accountId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('state')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.state
}
