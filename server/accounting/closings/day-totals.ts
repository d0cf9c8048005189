/** What the books say of a day: by way of payment, and by service account. Days are Tashkent's, money is whole tiyin. */
import { sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { cardDays } from '#server/cards/cards.ts'
import { addsUp, totalsPerDay } from '#server/merchants/merchants.ts'
import type { Db } from '#server/platform/database/database.ts'

const dayMs = 86_400_000

/** Payments of one way on a day; `bank` and `late` were credited from statements. */
export interface WayTotal {
  readonly system: string
  readonly paidCount: number
  readonly paidTiyin: number
  readonly backCount: number
  readonly backTiyin: number
  /** The ledger's sum of just these; `agrees` when it is paid minus refunded. */
  readonly ledgerTiyin: number
  readonly agrees: boolean
}

/** Entries of one kind against one service account. */
export interface AccountTotal {
  readonly account: string
  readonly kind: string
  readonly count: number
  /** Added to balances of subscribers, and taken from them. */
  readonly inTiyin: number
  readonly outTiyin: number
}

export interface DayTotals {
  readonly ways: readonly WayTotal[]
  readonly accounts: readonly AccountTotal[]
}

/** The beginning of a day, `2026-11-27`, in unix milliseconds. */
export function beginOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - tashkentOffsetMs
}

/** The day of a moment. */
export function dayOf(ms: number): string {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 10)
}

/** The day after, or so many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The totals of each day from `fromDay` to `toDay`, both included; a day on which nothing moved has none. */
export async function dayTotals(
  db: Db,
  fromDay: string,
  toDay: string,
): Promise<ReadonlyMap<string, DayTotals>> {
  const period = { fromMs: beginOfDay(fromDay), untilMs: beginOfDay(dayAfter(toDay)) }
  // One after the other: the caller may be in a transaction.
  const providers = await totalsPerDay(db, period)
  const cards = await cardDays(db, period)
  const own = await creditedFromStatements(db, period)
  const accounts = await accountTotals(db, period)
  const days = new Map<string, { ways: WayTotal[]; accounts: AccountTotal[] }>()
  const at = (day: string) => {
    const totals = days.get(day) ?? { ways: [], accounts: [] }
    days.set(day, totals)
    return totals
  }
  for (const one of providers)
    at(one.day).ways.push({
      ...{ system: one.provider, paidCount: Number(one.paidCount), paidTiyin: one.paidTiyin },
      ...{ backCount: Number(one.backCount), backTiyin: one.backTiyin },
      ...{ ledgerTiyin: one.ledgerInTiyin - one.ledgerBackTiyin, agrees: addsUp(one) },
    })
  for (const { day, ...one } of cards)
    at(day).ways.push({
      ...{ system: 'atmos', paidCount: one.paidCount, paidTiyin: one.paidTiyin },
      ...{ backCount: one.backCount, backTiyin: one.backTiyin, ledgerTiyin: one.ledgerTiyin },
      agrees: one.paidTiyin - one.backTiyin === one.ledgerTiyin,
    })
  for (const { day, ...way } of own) at(day).ways.push(way)
  for (const { day, ...account } of accounts) at(day).accounts.push(account)
  return days
}

interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** What was credited from statements under references of our own, and taken back; the ledger alone has it. */
async function creditedFromStatements(db: Db, { fromMs, untilMs }: Period) {
  const { rows } = await sql<{
    day: string
    system: string
    count: number
    amount: number
    back_count: number
    back: number
  }>`
    select to_char(happened_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day,
      split_part(reference, ':', 1) as system,
      (count(*) filter (where kind = 'top_up'))::integer as count,
      coalesce(sum(amount_tiyin) filter (where kind = 'top_up'), 0)::bigint as amount,
      (count(*) filter (where kind = 'reversal'))::integer as back_count,
      coalesce(-sum(amount_tiyin) filter (where kind = 'reversal'), 0)::bigint as back
    from ledger_entry
    where happened_at >= ${new Date(fromMs)} and happened_at < ${new Date(untilMs)}
      and kind in ('top_up', 'reversal') and split_part(reference, ':', 1) in ('bank', 'late')
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ day, system, count, amount, back_count: backCount, back }) => ({
    ...{ day, system, paidCount: count, paidTiyin: amount, backCount, backTiyin: back },
    ...{ ledgerTiyin: amount - back, agrees: true },
  }))
}

async function accountTotals(db: Db, { fromMs, untilMs }: Period) {
  const { rows } = await sql<{
    day: string
    account: string
    kind: string
    count: number
    into: number
    out: number
  }>`
    select to_char(happened_at at time zone 'Asia/Tashkent', 'YYYY-MM-DD') as day, against as account, kind,
      count(*)::integer as count,
      coalesce(sum(amount_tiyin) filter (where amount_tiyin > 0), 0)::bigint as into,
      coalesce(-sum(amount_tiyin) filter (where amount_tiyin < 0), 0)::bigint as out
    from ledger_entry where happened_at >= ${new Date(fromMs)} and happened_at < ${new Date(untilMs)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows.map(({ into, out, ...row }) => ({ ...row, inTiyin: into, outTiyin: out }))
}
