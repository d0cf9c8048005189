import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { type SubscriptionState, defaultPeriodDays } from '#server/billing/tariffs/rules.ts'
import { writeSubscription } from './subscription.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

export interface SubscriptionInput {
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
 * Creates or updates an account's subscription, without charging anything; for imports and the demo. Charged periods
 * stay paid, whatever is passed. Throws for a tariff that does not exist and for a second base tariff: the database
 * refuses it.
 */
export async function putSubscription(
  deps: { readonly db: Db; readonly clock: Clock },
  params: SubscriptionInput,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockWallet(trx, params.accountId)
    const tariff = await trx
      .selectFrom('tariff')
      .select(['is_base', 'price_tiyin'])
      .where('tariff_id', '=', params.tariffId)
      .executeTakeFirst()
    invariant(tariff !== undefined, `there is no tariff ${params.tariffId}`)
    const nowMs = deps.clock.nowMs()
    const chargedMs = await chargedUntilMs(trx, params)
    const isPaid = chargedMs > nowMs
    // A suspended subscription is not paid for.
    const requestedMs =
      params.state === 'suspended' ? Math.min(params.paidUntilMs, nowMs) : params.paidUntilMs
    const row = {
      ...params,
      state: params.state === 'suspended' && isPaid ? ('active' as const) : params.state,
      paidUntilMs: params.state !== 'off' && isPaid ? Math.max(requestedMs, chargedMs) : requestedMs,
      isBase: tariff.is_base,
      priceTiyin: params.priceTiyin ?? tariff.price_tiyin,
      periodDays: defaultPeriodDays,
      autoRenew: params.autoRenew ?? true,
    }
    await writeSubscription(trx, row, nowMs)
  })
}

/** The end of the last charged period of a live subscription; 0 for none. Another period would overlap it. */
async function chargedUntilMs(
  trx: DbTransaction,
  { accountId, tariffId }: SubscriptionInput,
): Promise<number> {
  const { until } = await trx
    .selectFrom('charge')
    .innerJoin('subscription', 'subscription.subscription_id', 'charge.subscription_id')
    .where('subscription.account_id', '=', accountId)
    .where('subscription.tariff_id', '=', tariffId)
    .where('subscription.state', '<>', 'off')
    .select((by) => by.fn.max('charge.period_end').as('until'))
    .executeTakeFirstOrThrow()
  return until?.getTime() ?? 0
}
