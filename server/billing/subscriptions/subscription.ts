import { nextPrice } from '#server/billing/tariffs/next-price.ts'
import type { SubscriptionRecord, SubscriptionState } from '#server/billing/tariffs/rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** The subscriptions of an account that are not off, the base one first, with the prices of their next periods. */
export async function findSubscriptions(
  db: Db | DbTransaction,
  accountId: number,
  nowMs: number,
): Promise<readonly SubscriptionRecord[]> {
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .select(nextPrice('subscription', new Date(nowMs)).as('next_tiyin'))
    .where('account_id', '=', accountId)
    .where('state', '<>', 'off')
    .orderBy('is_base', 'desc')
    .orderBy('subscription_id')
    .execute()
  return rows.flatMap((row) =>
    row.state === 'off'
      ? []
      : [
          {
            subscriptionId: row.subscription_id,
            tariffId: row.tariff_id,
            state: row.state,
            isBase: row.is_base,
            priceTiyin: row.next_tiyin,
            periodDays: row.period_days,
            autoRenew: row.auto_renew,
            paidUntilMs: row.paid_until.getTime(),
            ...pausedUntil(row.paused_until?.getTime() ?? 0, nowMs),
          },
        ],
  )
}

function pausedUntil(pausedUntilMs: number, nowMs: number) {
  return pausedUntilMs > nowMs ? { pausedUntilMs } : {}
}

export interface SubscriptionRow {
  readonly accountId: number
  readonly tariffId: number
  readonly isBase: boolean
  readonly state: SubscriptionState
  readonly priceTiyin: number
  readonly periodDays: number
  readonly autoRenew: boolean
  readonly paidUntilMs: number
}

/** Creates or updates the account's subscription to this tariff. */
export async function writeSubscription(
  trx: DbTransaction,
  params: SubscriptionRow,
  nowMs: number,
): Promise<void> {
  const values = {
    state: params.state,
    price_tiyin: params.priceTiyin,
    period_days: params.periodDays,
    auto_renew: params.autoRenew,
    priced_at: new Date(nowMs),
    paid_until: new Date(params.paidUntilMs),
  }
  const changed = await trx
    .updateTable('subscription')
    .set(values)
    .where('account_id', '=', params.accountId)
    .where('tariff_id', '=', params.tariffId)
    .where('state', '<>', 'off')
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n || params.state === 'off') return
  await trx
    .insertInto('subscription')
    .values({
      account_id: params.accountId,
      tariff_id: params.tariffId,
      is_base: params.isBase,
      created_at: new Date(nowMs),
      ...values,
    })
    .execute()
}

/** A subscription of an account's history, also one that has ended. Times are unix milliseconds. */
export interface PastSubscription {
  readonly subscriptionId: number
  readonly tariffId: number
  readonly state: SubscriptionState
  readonly createdMs: number
  readonly paidUntilMs: number
}

/** The subscriptions of an account that were connected by then, the newest first; at most `limit`. */
export async function subscriptionHistory(
  db: Db,
  {
    accountId,
    untilMs,
    limit,
  }: { readonly accountId: number; readonly untilMs: number; readonly limit: number },
): Promise<readonly PastSubscription[]> {
  const rows = await db
    .selectFrom('subscription')
    .select(['subscription_id', 'tariff_id', 'state', 'created_at', 'paid_until'])
    .where('account_id', '=', accountId)
    .where('created_at', '<=', new Date(untilMs))
    .orderBy('created_at', 'desc')
    .orderBy('subscription_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    tariffId: row.tariff_id,
    state: row.state,
    createdMs: row.created_at.getTime(),
    paidUntilMs: row.paid_until.getTime(),
  }))
}
