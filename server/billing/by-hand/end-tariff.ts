import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { endPauseOnly } from '#server/billing/pauses/pause.ts'
import { findSubscriptions } from '#server/billing/subscriptions/subscription.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

export type TariffEnded =
  /** It was paid until then; unix milliseconds. Nothing of it is paid back. */
  { readonly kind: 'ended'; readonly paidUntilMs: number } | { readonly kind: 'not_connected' }

/** Switches a tariff off at once, in the caller's transaction, a base one too; charges and entries stay. */
export async function endTariffNow(
  trx: DbTransaction,
  target: { readonly accountId: number; readonly tariffId: number },
  nowMs: number,
): Promise<TariffEnded> {
  await lockWallet(trx, target.accountId)
  // What was paused with it goes on.
  await endPauseOnly(trx, target, nowMs)
  const own = (await findSubscriptions(trx, target.accountId, nowMs)).find(
    (one) => one.tariffId === target.tariffId,
  )
  if (own === undefined) return { kind: 'not_connected' }
  await trx
    .updateTable('subscription')
    .set({ state: 'off', auto_renew: false })
    .where('subscription_id', '=', own.subscriptionId)
    .execute()
  return { kind: 'ended', paidUntilMs: own.paidUntilMs }
}
