import { lockWallet } from './ledger.ts'
import type { SubscriptionState } from './rules.ts'
import { usualPeriodDays } from './rules.ts'
import { writeSubscription } from './subscription.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { invariant } from '#server/platform/invariant.ts'

export interface GivenSubscription {
  readonly accountId: number
  readonly tariffId: number
  readonly state: SubscriptionState
  /** Unix milliseconds. */
  readonly paidUntilMs: number
  /** Default: the tariff's. */
  readonly priceTiyin?: number
  /** Default: true. */
  readonly autoRenew?: boolean
}

/**
 * Makes an account's subscription be as given, without charging anything; for imports and the demo. Throws for a
 * tariff that does not exist and for a second base tariff: the database refuses it.
 */
export async function putSubscription(
  needs: { readonly db: Db; readonly clock: Clock },
  given: GivenSubscription,
): Promise<void> {
  await needs.db.transaction().execute(async (trx) => {
    await lockWallet(trx, given.accountId)
    const tariff = await trx
      .selectFrom('tariff')
      .select(['is_base', 'price_tiyin'])
      .where('tariff_id', '=', given.tariffId)
      .executeTakeFirst()
    invariant(tariff !== undefined, `there is no tariff ${given.tariffId}`)
    const nowMs = needs.clock.nowMs()
    const row = {
      ...given,
      // What waits for money is not paid for.
      paidUntilMs: given.state === 'suspended' ? Math.min(given.paidUntilMs, nowMs) : given.paidUntilMs,
      isBase: tariff.is_base,
      priceTiyin: given.priceTiyin ?? tariff.price_tiyin,
      periodDays: usualPeriodDays,
      autoRenew: given.autoRenew ?? true,
    }
    await writeSubscription(trx, row, nowMs)
  })
}
