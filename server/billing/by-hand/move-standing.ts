/** Everything that an account has in billing goes to another one of the same person. */
import { sql } from 'kysely'
import { balanceTiyin, lockWallet } from '#server/billing/ledger/ledger.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { adjustDeposit } from './adjust-deposit.ts'

export interface StandingMove {
  readonly fromId: number
  readonly toId: number
  /** A unique reference, used once: `act:<account>:<key>`. */
  readonly reference: string
}

/** What would go, and what is in the way. */
export interface StandingEffect {
  readonly balanceTiyin: number
  /** Tariffs of the former account that go on at the other one. */
  readonly tariffs: readonly number[]
  /** Tariffs that both have. */
  readonly both: readonly number[]
  /** Both have a base tariff, and they differ. */
  readonly hasTwoBases: boolean
}

export async function previewMove(
  db: Db | DbTransaction,
  { fromId, toId }: Pick<StandingMove, 'fromId' | 'toId'>,
): Promise<StandingEffect> {
  const { rows } = await sql<{ tariff_id: number; account_id: number; is_base: boolean }>`
    select tariff_id, account_id, is_base from subscription
    where account_id in (${fromId}, ${toId}) and state <> 'off' order by is_base desc, tariff_id`.execute(db)
  const [theirs, ours] = [fromId, toId].map((id) => rows.filter((row) => row.account_id === id))
  const tariffs = (theirs ?? []).map((row) => row.tariff_id)
  const both = tariffs.filter((tariffId) => ours?.some((row) => row.tariff_id === tariffId))
  const bases = rows.filter((row) => row.is_base)
  return {
    ...{ balanceTiyin: await balanceTiyin(db, fromId), tariffs, both },
    hasTwoBases: bases.length > 1 && both.length === 0,
  }
}

/**
 * Moves tariffs with their paid time and the balance in the caller's transaction: two entries against `transfers`, which
 * together are nothing. What was charged stays with the former account. The caller has seen by `previewMove` that nothing
 * is in the way, under the locks of both wallets.
 */
export async function moveStanding(
  trx: DbTransaction,
  { fromId, toId, reference }: StandingMove,
  nowMs: number,
): Promise<{ readonly movedTiyin: number }> {
  await lockWallet(trx, fromId)
  await sql`
    with ended as (
      update subscription set state = 'off' where account_id = ${fromId} and state <> 'off' returning subscription_id
    ), moved as (
      insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, period_days, auto_renew,
        created_at, paid_until, priced_at, paused_until, moved_from)
      select ${toId}, tariff_id, is_base, state, price_tiyin, period_days, auto_renew, ${new Date(nowMs)}, paid_until,
        priced_at, paused_until, subscription_id
      from subscription where account_id = ${fromId} and state <> 'off'
      returning subscription_id, tariff_id, moved_from
    ), planned as (
      insert into planned_change (account_id, subscription_id, tariff_id, price_tiyin, period_days, planned_at, did_renew)
      select ${toId}, moved.subscription_id, plan.tariff_id, plan.price_tiyin, plan.period_days, planned_at, did_renew
      from planned_change as plan join moved on moved.moved_from = plan.subscription_id where plan.state = 'planned'
    )
    -- A pause goes on with its tariff and can be ended there; the former row counts for the rule of twelve months.
    insert into subscription_pause (reference, account_id, subscription_id, tariff_id, with_pause_id, started_by, started_at,
      planned_until, paid_until)
    select 'moved:' || pause.subscription_pause_id, ${toId}, moved.subscription_id, moved.tariff_id,
      pause.subscription_pause_id, started_by, started_at, planned_until, pause.paid_until
    from subscription_pause as pause join moved on moved.tariff_id = pause.tariff_id
    join subscription as former on former.subscription_id = pause.subscription_id
    where pause.account_id = ${fromId} and ended_at is null and former.state <> 'off'
      and former.paused_until = planned_until and planned_until > ${new Date(nowMs)}`.execute(trx)
  const movedTiyin = await balanceTiyin(trx, fromId)
  if (movedTiyin === 0) return { movedTiyin }
  for (const [accountId, amountTiyin, end] of [
    [fromId, -movedTiyin, 'from'],
    [toId, movedTiyin, 'to'],
  ] as const) {
    const entry = { accountId, amountTiyin, against: 'transfers', reference: `${reference}:${end}` } as const
    const moved = await adjustDeposit(trx, entry, nowMs)
    if (moved.kind !== 'adjusted') throw new Error(`the balance of account ${fromId} was not moved`)
  }
  return { movedTiyin }
}
