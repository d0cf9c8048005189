/** A base tariff ends because another one takes its place now: its unused money and its free days are not lost. */
import { reverseMoney } from '#server/billing/ledger/reverse.ts'
import { endPauseOnly } from '#server/billing/pauses/pause.ts'
import type { SubscriptionRecord } from '#server/billing/tariffs/rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import type { LeftTime } from '#server/billing/subscriptions/change-rules.ts'

/** Begins the reference of an entry that credits what was left of a tariff; the charge's own follows. */
export const creditReference = 'change:'

/**
 * Ends it and returns what is left of its charges, each as a part of its entry, so that no charge is ever returned beyond
 * what it was. What was paused with it goes on. The caller has locked the wallet.
 */
export async function endReplaced(
  trx: DbTransaction,
  end: { readonly accountId: number; readonly replaced: SubscriptionRecord; readonly left: LeftTime },
  nowMs: number,
): Promise<void> {
  const { accountId, replaced, left } = end
  await endPauseOnly(trx, { accountId, tariffId: replaced.tariffId }, nowMs)
  const ending = trx.updateTable('subscription').set({ state: 'off', auto_renew: false })
  await ending.where('subscription_id', '=', replaced.subscriptionId).execute()
  for (const { reference: of, amountTiyin } of left.credits) {
    const reference = `${creditReference}${of}`
    const returned = await reverseMoney(trx, { reference, of, amountTiyin }, nowMs)
    invariant(returned.kind === 'moved', `the rest of ${of} is returned once`)
  }
}

/** Free days of the former base tariff come behind the paid time of the new one, as given days. */
export async function carryFreeTime(
  trx: DbTransaction,
  carried: {
    readonly accountId: number
    readonly from: SubscriptionRecord
    readonly tariffId: number
    readonly freeMs: number
  },
  nowMs: number,
): Promise<void> {
  const { accountId, from, tariffId, freeMs } = carried
  const own = await trx
    .selectFrom('subscription')
    .select(['subscription_id', 'paid_until'])
    .where('account_id', '=', accountId)
    .where('tariff_id', '=', tariffId)
    .where('state', '<>', 'off')
    .executeTakeFirstOrThrow()
  const end = new Date(own.paid_until.getTime() + freeMs)
  await trx
    .insertInto('gift_period')
    .values({
      ...{ reference: `carried:${from.subscriptionId}`, account_id: accountId },
      ...{ subscription_id: own.subscription_id, period_start: own.paid_until, period_end: end },
      created_at: new Date(nowMs),
    })
    .execute()
  await trx
    .updateTable('subscription')
    .set({ paid_until: end })
    .where('subscription_id', '=', own.subscription_id)
    .execute()
}
