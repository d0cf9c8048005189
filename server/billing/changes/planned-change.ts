/** Changes of the base tariff that wait for the end of the paid time: planned, undone, and made by the charge run. */
import { type RawBuilder, sql } from 'kysely'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import type { PlannedBase } from '#server/billing/subscriptions/purchase-rules.ts'
import { nextPrice, priceAt } from '#server/billing/tariffs/next-price.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** A change that waits. */
export interface PlannedChange {
  readonly accountId: number
  /** The base tariff that stays until then. */
  readonly fromTariffId: number
  readonly tariffId: number
  /** The price of the first period, as it is known now. */
  readonly priceTiyin: number
  readonly periodDays: number
  /** When the change happens, and when it was planned; unix milliseconds. */
  readonly fromMs: number
  readonly plannedMs: number
}

/** Plans a change in the caller's transaction, instead of one that waits already. The caller has locked the wallet. */
export async function writePlan(
  trx: DbTransaction,
  { accountId, planned }: { readonly accountId: number; readonly planned: PlannedBase },
  nowMs: number,
): Promise<void> {
  const { base, line } = planned
  const { subscriptionId } = base
  const former = await trx
    .updateTable('planned_change')
    .set({ state: 'replaced' })
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'planned')
    .returning('did_renew')
    .executeTakeFirst()
  await trx
    .insertInto('planned_change')
    .values({
      ...{ account_id: accountId, subscription_id: subscriptionId, tariff_id: line.tariff.tariffId },
      ...{ price_tiyin: line.period.priceTiyin, period_days: line.period.periodDays },
      ...{ planned_at: new Date(nowMs), did_renew: former?.did_renew ?? base.autoRenew },
    })
    .execute()
  const renewing = trx.updateTable('subscription').set({ auto_renew: true })
  await renewing.where('subscription_id', '=', subscriptionId).execute()
}

/** Takes back the change that waits: the present tariff stays, and renews itself as it did before. */
export async function undoPlan(
  trx: DbTransaction,
  accountId: number,
): Promise<{ readonly kind: 'undone'; readonly tariffId: number } | { readonly kind: 'not_planned' }> {
  await lockWallet(trx, accountId)
  const undone = await trx
    .updateTable('planned_change')
    .set({ state: 'undone' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'planned')
    .returning(['subscription_id', 'tariff_id', 'did_renew'])
    .executeTakeFirst()
  if (undone === undefined) return { kind: 'not_planned' }
  await trx
    .updateTable('subscription')
    .set({ auto_renew: undone.did_renew })
    .where('subscription_id', '=', undone.subscription_id)
    .execute()
  return { kind: 'undone', tariffId: undone.tariff_id }
}

/** The change of an account that waits. */
export async function findPlan(
  db: Db | DbTransaction,
  accountId: number,
): Promise<PlannedChange | undefined> {
  const { rows } = await sql<{
    from_id: number
    tariff_id: number
    price: number
    period_days: number
    paid_until: Date
    planned_at: Date
  }>`
    select own.tariff_id as from_id, plan.tariff_id, plan.period_days, own.paid_until, plan.planned_at,
      ${plannedPrice('plan', sql`own.paid_until`)} as price
    from planned_change as plan join subscription as own using (subscription_id)
    where plan.account_id = ${accountId} and plan.state = 'planned'`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return {
    ...{ accountId, fromTariffId: row.from_id, tariffId: row.tariff_id },
    ...{ priceTiyin: row.price, periodDays: row.period_days },
    ...{ fromMs: row.paid_until.getTime(), plannedMs: row.planned_at.getTime() },
  }
}

/** What the first period after a planned change (a row of `planned_change`) costs when it starts at this moment. */
function plannedPrice(alias: string, startsAt: RawBuilder<unknown>): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<number>`coalesce((
    select dated.price_tiyin from tariff_price as dated
    where dated.tariff_id = ${column('tariff_id')} and dated.period_days = ${column('period_days')}
      and dated.payers = 'all' and dated.effective_at <= ${startsAt} and dated.effective_at > ${column('planned_at')}
    order by dated.effective_at desc limit 1), ${column('price_tiyin')})`
}

/**
 * What is charged next for `alias` (a row of `subscription`), also when another tariff takes its place then: at this
 * moment, the end of its paid time.
 */
export function nextChargeAt(alias: string, startsAt: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((
    select ${plannedPrice('plan', startsAt)} from planned_change as plan
    where plan.subscription_id = ${sql.ref(`${alias}.subscription_id`)} and plan.state = 'planned'),
    ${priceAt(alias, startsAt)})`
}

/** The same for the charge that comes next. */
export function nextCharge(alias: string, now: Date): RawBuilder<number> {
  return sql<number>`coalesce((
    select ${plannedPrice('plan', sql`greatest(${sql.ref(`${alias}.paid_until`)}, ${now}::timestamptz)`)}
    from planned_change as plan
    where plan.subscription_id = ${sql.ref(`${alias}.subscription_id`)} and plan.state = 'planned'),
    ${nextPrice(alias, now)})`
}

/**
 * Makes the planned changes of these accounts whose time has come, before they are charged in the same transaction: the
 * former tariff ends, the new one begins where its paid time ended and is due. The caller has locked the wallets.
 */
export async function makeDueChanges(
  trx: DbTransaction,
  accountIds: readonly number[],
  runAt: Date,
): Promise<number> {
  const due = await sql<{ id: number }>`
    update planned_change as plan set state = 'done' from subscription as own
    where plan.account_id = any(${[...accountIds]}::integer[]) and plan.state = 'planned'
      and own.subscription_id = plan.subscription_id and own.state = 'active' and own.paid_until <= ${runAt}
    returning plan.planned_change_id as id`.execute(trx)
  const ids = due.rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`
    update subscription as own set state = 'off', auto_renew = false from planned_change as plan
    where plan.planned_change_id = any(${ids}::integer[]) and own.subscription_id = plan.subscription_id`.execute(
    trx,
  )
  await sql`
    insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, period_days, auto_renew, created_at,
      paid_until, priced_at)
    select own.account_id, plan.tariff_id, own.is_base, 'active', plan.price_tiyin, plan.period_days, true, ${runAt},
      own.paid_until, plan.planned_at
    from planned_change as plan join subscription as own using (subscription_id)
    where plan.planned_change_id = any(${ids}::integer[])`.execute(trx)
  return ids.length
}
