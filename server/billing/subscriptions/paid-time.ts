/** Reads where the paid time of a subscription comes from: charges, pauses, given days. */
import { sql } from 'kysely'
import type { SubscriptionRecord } from '#server/billing/tariffs/rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type LeftTime, leftOf, nothingLeft } from './change-rules.ts'

/** Charged periods that are looked at; those before ended long ago. */
const maxCharges = 400

/** What is left of the base tariff among these subscriptions; nothing without one. */
export async function leftOfBase(
  db: Db | DbTransaction,
  live: readonly SubscriptionRecord[],
  nowMs: number,
): Promise<LeftTime> {
  const base = live.find((one) => one.isBase)
  if (base === undefined || base.state !== 'active' || base.paidUntilMs <= nowMs) return nothingLeft
  const line = await lineOf(db, base.subscriptionId)
  const [charges, pauses, gifts] = await Promise.all([
    chargesOf(db, line),
    pausesOf(db, line),
    giftsOf(db, line, nowMs),
  ])
  const { paidUntilMs, pausedUntilMs } = base
  return leftOf({ nowMs, paidUntilMs, pausedUntilMs, charges, pauses, gifts })
}

/** The subscription, and those of merged accounts that went on as it. */
async function lineOf(db: Db | DbTransaction, subscriptionId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive line as (
      select subscription_id as id, moved_from from subscription where subscription_id = ${subscriptionId}
      union select former.subscription_id, former.moved_from
      from line join subscription as former on former.subscription_id = line.moved_from
    ) select id from line`.execute(db)
  return rows.map(({ id }) => id)
}

async function chargesOf(db: Db | DbTransaction, line: readonly number[]) {
  const { rows } = await sql<{
    period_start: Date
    period_end: Date
    reference: string | null
    paid: number
    is_offer: boolean
  }>`
    select charge.period_start, charge.period_end, entry.reference,
      case when charge.promotion_id is not null or entry.against is distinct from 'revenue' then 0
        else charge.amount_tiyin - coalesce((
          select sum(amount_tiyin) from ledger_entry as back where back.reverses_id = entry.ledger_entry_id), 0)
        end::bigint as paid,
      coalesce(promotion.kind = 'free_days', false) as is_offer
    from charge
    left join ledger_entry as entry on charge.amount_tiyin > 0
      and entry.reference = 'charge:' || charge.subscription_id || ':' || floor(extract(epoch from charge.period_start))::bigint
    left join promotion using (promotion_id)
    where charge.subscription_id = any(${[...line]}::integer[])
    order by charge.period_start desc limit ${maxCharges}`.execute(db)
  return rows.toReversed().map((row) => ({
    ...{ startMs: row.period_start.getTime(), endMs: row.period_end.getTime() },
    ...{ reference: row.reference, paidTiyin: row.paid, isOffer: row.is_offer },
  }))
}

async function pausesOf(db: Db | DbTransaction, line: readonly number[]) {
  // The copy of a pause that went on in another account stands for it.
  const { rows } = await sql<{ started_at: Date; ended: Date }>`
    select started_at, coalesce(ended_at, planned_until) as ended from subscription_pause as pause
    where subscription_id = any(${[...line]}::integer[]) and coalesce(ended_at, planned_until) > started_at
      and not exists (select from subscription_pause as copy where copy.with_pause_id = pause.subscription_pause_id
        and copy.reference = 'moved:' || pause.subscription_pause_id)
    order by started_at`.execute(db)
  return rows.map((row) => ({ startMs: row.started_at.getTime(), endMs: row.ended.getTime() }))
}

async function giftsOf(db: Db | DbTransaction, line: readonly number[], nowMs: number) {
  const { rows } = await sql<{ period_start: Date; period_end: Date }>`
    select period_start, period_end from gift_period
    where subscription_id = any(${[...line]}::integer[]) and taken_back_at is null
      and period_end > ${new Date(nowMs)}`.execute(db)
  return rows.map((row) => ({ startMs: row.period_start.getTime(), endMs: row.period_end.getTime() }))
}
