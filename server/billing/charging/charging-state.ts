/** How charging goes: what is due, what today brought, the days ahead, and who is suspended since when. */
import { sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { nextCharge } from '#server/billing/changes/planned-change.ts'
import { nextPrice } from '#server/billing/tariffs/next-price.ts'
import type { Db } from '#server/platform/database/database.ts'

const dayMs = 86_400_000
const daysAhead = 14
/** Days since the suspension by which subscribers are grouped: up to 1, 2 to 7, … and longer. */
export const suspensionBounds = [1, 7, 30, 90] as const

export interface DayAhead {
  /** Midnight of Tashkent, unix milliseconds. */
  readonly dayMs: number
  readonly charges: number
  readonly amountTiyin: number
  /** Charges that today's balances do not cover, in the order of charging. */
  readonly uncovered: number
  readonly uncoveredTiyin: number
}

export interface SuspendedGroup {
  /** Days since the suspension: more than `fromDays`, up to `untilDays`; 0 for no end. */
  readonly fromDays: number
  readonly untilDays: number
  readonly subscribers: number
  /** What they would have to pay in. */
  readonly missingTiyin: number
  /** Those whose saved card pays by itself. */
  readonly withCard: number
}

export interface ChargingState {
  /** Charges that are due and not made yet, and since when the oldest is. 0 for none. */
  readonly due: number
  readonly oldestDueMs: number
  readonly chargedToday: number
  readonly chargedTodayTiyin: number
  readonly suspendedToday: number
  readonly ahead: readonly DayAhead[]
  readonly suspended: readonly SuspendedGroup[]
}

/** Test accounts are not counted. */
export async function readChargingState(db: Db, nowMs: number): Promise<ChargingState> {
  const todayMs = Math.floor((nowMs + tashkentOffsetMs) / dayMs) * dayMs - tashkentOffsetMs
  const [now, ahead, suspended] = await Promise.all([
    readNow(db, nowMs, todayMs),
    readAhead(db, nowMs, todayMs),
    readSuspended(db, nowMs),
  ])
  return { ...now, ahead, suspended }
}

async function readNow(db: Db, nowMs: number, todayMs: number) {
  const [now, today] = [new Date(nowMs), new Date(todayMs)]
  const { rows } = await sql<{
    due: number
    oldest: Date | null
    charged: number
    charged_tiyin: number
    suspended: number
  }>`
    select
      (select count(*) from subscription join account using (account_id)
        where subscription.state = 'active' and paid_until <= ${now} and not is_test) as due,
      (select min(paid_until) from subscription join account using (account_id)
        where subscription.state = 'active' and paid_until <= ${now} and not is_test) as oldest,
      (select count(*) from subscription join account using (account_id)
        where subscription.state = 'suspended' and paid_until >= ${today} and not is_test) as suspended,
      made.charged, made.charged_tiyin
    from (
      select count(*) as charged, coalesce(-sum(amount_tiyin), 0)::bigint as charged_tiyin
      from ledger_entry join account using (account_id)
      where kind = 'charge' and happened_at >= ${today} and not is_test
    ) as made`.execute(db)
  const [row] = rows
  return {
    due: Number(row?.due ?? 0),
    oldestDueMs: row?.oldest?.getTime() ?? 0,
    chargedToday: Number(row?.charged ?? 0),
    chargedTodayTiyin: row?.charged_tiyin ?? 0,
    suspendedToday: Number(row?.suspended ?? 0),
  }
}

async function readAhead(db: Db, nowMs: number, todayMs: number): Promise<readonly DayAhead[]> {
  const until = new Date(todayMs + daysAhead * dayMs)
  const { rows } = await sql<{
    at: number
    charges: number
    tiyin: number
    uncovered: number
    uncovered_tiyin: number
  }>`
    with priced as materialized (
      select s.*, wallet.balance_tiyin, ${nextCharge('s', new Date(nowMs))} as next_tiyin
      from subscription as s join account using (account_id) join wallet using (account_id)
      where s.state = 'active' and s.auto_renew and account.state = 'active' and not is_test
        and s.paid_until > ${new Date(nowMs)} and s.paid_until < ${until}
    ), due as (
      select paid_until, next_tiyin as price_tiyin, balance_tiyin, sum(next_tiyin) over (
          partition by account_id order by paid_until, is_base desc, next_tiyin, subscription_id
          rows unbounded preceding) as spent
      from priced
    )
    select floor(extract(epoch from paid_until - ${new Date(todayMs)}::timestamptz) / 86400)::integer as at,
      count(*)::integer as charges, sum(price_tiyin)::bigint as tiyin,
      count(*) filter (where spent > balance_tiyin)::integer as uncovered,
      coalesce(sum(price_tiyin) filter (where spent > balance_tiyin), 0)::bigint as uncovered_tiyin
    from due group by 1`.execute(db)
  const byDay = new Map(rows.map((row) => [row.at, row]))
  return Array.from({ length: daysAhead }, (_, at) => {
    const row = byDay.get(at)
    return {
      dayMs: todayMs + at * dayMs,
      charges: row?.charges ?? 0,
      amountTiyin: row?.tiyin ?? 0,
      uncovered: row?.uncovered ?? 0,
      uncoveredTiyin: row?.uncovered_tiyin ?? 0,
    }
  })
}

async function readSuspended(db: Db, nowMs: number): Promise<readonly SuspendedGroup[]> {
  const bounds = [...suspensionBounds]
  const { rows } = await sql<{ at: number; subscribers: number; missing: number; with_card: number }>`
    with each as (
      select s.account_id, min(s.paid_until) as since,
        greatest(sum(${nextPrice('s', new Date(nowMs))}) - max(wallet.balance_tiyin), 0) as missing,
        exists (select from card where card.account_id = s.account_id and auto_pay) as has_card
      from subscription as s join account using (account_id) join wallet using (account_id)
      where s.state = 'suspended' and s.auto_renew and account.state = 'active' and not is_test
      group by s.account_id
    )
    select (select count(*) from unnest(${bounds}::integer[]) as bound
        where since <= ${new Date(nowMs)}::timestamptz - bound * interval '24 hours')::integer as at,
      count(*)::integer as subscribers, sum(missing)::bigint as missing,
      count(*) filter (where has_card)::integer as with_card
    from each group by 1`.execute(db)
  const byGroup = new Map(rows.map((row) => [row.at, row]))
  return [0, ...bounds].map((fromDays, at) => {
    const row = byGroup.get(at)
    return {
      fromDays,
      untilDays: bounds[at] ?? 0,
      subscribers: row?.subscribers ?? 0,
      missingTiyin: row?.missing ?? 0,
      withCard: row?.with_card ?? 0,
    }
  })
}
