import { sql } from 'kysely'
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
 * and given days stay, whatever is passed. Throws for a tariff that does not exist and for a second base tariff: the database
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
    const { settledMs } = await settledUntil(trx, params)
    const isSettled = settledMs > nowMs
    // A suspended subscription is not paid for.
    const requestedMs =
      params.state === 'suspended' ? Math.min(params.paidUntilMs, nowMs) : params.paidUntilMs
    const row = {
      ...params,
      state: params.state === 'suspended' && isSettled ? ('active' as const) : params.state,
      paidUntilMs: params.state !== 'off' && isSettled ? Math.max(requestedMs, settledMs) : requestedMs,
      isBase: tariff.is_base,
      priceTiyin: params.priceTiyin ?? tariff.price_tiyin,
      periodDays: defaultPeriodDays,
      autoRenew: params.autoRenew ?? true,
    }
    await writeSubscription(trx, row, nowMs)
  })
}

/** Until when a live subscription is settled; unix milliseconds, 0 for never. */
interface SettledUntil {
  /** The end of the last charged period: another period would overlap it. */
  readonly chargedMs: number
  /** The same, or the end of the last days that the staff gave on it and did not take back, or where a pause moved what was charged. */
  readonly settledMs: number
}

/** Until when a live subscription is paid for, and until when it runs whatever anybody sets. */
export async function settledUntil(
  trx: DbTransaction,
  { accountId, tariffId }: Pick<SubscriptionInput, 'accountId' | 'tariffId'>,
): Promise<SettledUntil> {
  const { rows } = await sql<{ charged: Date | null; moved: Date | null }>`
    select (select max(period_end) from charge where charge.subscription_id = s.subscription_id) as charged,
      greatest((select max(period_end) from gift_period as gift
        where gift.subscription_id = s.subscription_id and taken_back_at is null),
        (select max(pause.paid_until) from subscription_pause as pause
          where pause.subscription_id = s.subscription_id and (s.auto_renew or exists (
            select from charge where charge.subscription_id = s.subscription_id))), s.paused_until) as moved
    from subscription as s
    where s.account_id = ${accountId} and s.tariff_id = ${tariffId} and s.state <> 'off'`.execute(trx)
  const [row] = rows
  const chargedMs = row?.charged?.getTime() ?? 0
  return { chargedMs, settledMs: Math.max(chargedMs, row?.moved?.getTime() ?? 0) }
}
