import { chargePeriod } from './charge-period.ts'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { inOrderOfCharging } from './purchase-rules.ts'
import { findSubscriptions } from './subscription.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/**
 * Resumes suspended subscriptions as far as the balance suffices: the base one first, and no other while it stays
 * suspended, because they are of no use without it. Subscriptions that are not to be renewed stay as they are. A new
 * period starts now; the time without service is not charged (SUB-06). Returns how many were resumed.
 */
export async function resumeSubscriptions(
  trx: DbTransaction,
  accountId: number,
  nowMs: number,
): Promise<number> {
  let balance = await lockWallet(trx, accountId)
  const live = await findSubscriptions(trx, accountId)
  const suspended = inOrderOfCharging(live.filter((one) => one.state === 'suspended' && one.autoRenew))
  if (suspended.length === 0 || !(await isActive(trx, accountId))) return 0
  let resumed = 0
  for (const one of suspended) {
    // A suspended one is still paid for only after the clock was set back.
    const isPaid = one.paidUntilMs > nowMs
    const costTiyin = isPaid ? 0 : one.priceTiyin
    if (costTiyin > balance) {
      if (one.isBase) break
      continue
    }
    if (isPaid) {
      const going = trx.updateTable('subscription').set({ state: 'active' })
      await going.where('subscription_id', '=', one.subscriptionId).execute()
    } else {
      const { subscriptionId, periodDays: days } = one
      await chargePeriod(
        trx,
        { accountId, subscriptionId, startMs: nowMs, days, amountTiyin: costTiyin },
        nowMs,
      )
    }
    balance -= costTiyin
    resumed += 1
  }
  return resumed
}

/** A blocked account cannot use the service, so it is not charged. */
async function isActive(trx: DbTransaction, accountId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('state')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.state === 'active'
}
