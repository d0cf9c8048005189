/**
 * Totals of finished days, stored: the ledger is read once for each day, and not for each look. Entries that were
 * written since, for whatever day, make that day be computed again as a whole, so that a repetition changes nothing.
 */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { beginOfDay, dayAfter, dayOf, type DayTotals, dayTotals } from './day-totals.ts'

/**
 * Numbers of entries are given before their transactions end, so an entry may appear behind one that was seen. So many
 * are looked at again; a batch of charges writes a thousand.
 */
export const entriesSeenAgain = 5000
/** Days that are computed by one statement. */
const daysAtOnce = 31

/** The totals of the days from `fromDay` to `toDay` that are over; a day on which nothing moved has none. */
export function storedTotals(
  db: Db,
  fromDay: string,
  toDay: string,
  nowMs: number,
): Promise<ReadonlyMap<string, DayTotals>> {
  return withStoredTotals(db, nowMs, async (trx) => {
    const { rows } = await sql<{ day: string; totals: DayTotals }>`
      select day::text as day, totals from day_total where day between ${fromDay}::date and ${toDay}::date`.execute(
      trx,
    )
    return new Map(rows.map(({ day, totals }) => [day, totals]))
  })
}

/** The trial balance: subscribers' balances and the service accounts together, which is 0. */
export interface TrialBalance {
  /** The sum of all wallets: what the company owes its subscribers. */
  readonly subscribersTiyin: number
  /** Balances of service accounts: below 0 for what came in, above for revenue. */
  readonly accounts: readonly { readonly account: string; readonly amountTiyin: number }[]
  /** Subscribers and service accounts together. */
  readonly totalTiyin: number
}

/**
 * Adds everything up again, in one snapshot: wallets on one side, on the other the stored totals of finished days and
 * the entries since. When they do not agree, the whole ledger is read before anybody is told.
 */
export function trialBalance(db: Db, nowMs: number): Promise<TrialBalance> {
  return withStoredTotals(db, nowMs, async (trx) => {
    const today = dayOf(nowMs)
    const wallets = await sql<{ amount: number }>`
      select coalesce(sum(balance_tiyin), 0)::bigint as amount from wallet`.execute(trx)
    const subscribersTiyin = wallets.rows[0]?.amount ?? 0
    const { rows } = await sql<{ account: string; amount: number }>`
      select account, sum(amount)::bigint as amount from (
        select one ->> 'account' as account, (one ->> 'outTiyin')::bigint - (one ->> 'inTiyin')::bigint as amount
          from day_total cross join lateral jsonb_array_elements(totals -> 'accounts') as one
          where day < ${today}::date
        union all
        select against, -amount_tiyin from ledger_entry where happened_at >= ${new Date(beginOfDay(today))}
      ) as moved group by account order by account`.execute(trx)
    const quick = added(subscribersTiyin, rows)
    if (quick.totalTiyin === 0) return quick
    const whole = await sql<{ account: string; amount: number }>`
      select against as account, (-sum(amount_tiyin))::bigint as amount
      from ledger_entry group by against order by against`.execute(trx)
    return added(subscribersTiyin, whole.rows)
  })
}

function added(
  subscribersTiyin: number,
  rows: readonly { readonly account: string; readonly amount: number }[],
): TrialBalance {
  const accounts = rows.map(({ account, amount }) => ({ account, amountTiyin: amount }))
  const totalTiyin = accounts.reduce((sum, { amountTiyin }) => sum + amountTiyin, subscribersTiyin)
  return { subscribersTiyin, accounts, totalTiyin }
}

/** Brings the stored totals up to date and reads, in one snapshot. */
function withStoredTotals<Result>(
  db: Db,
  nowMs: number,
  read: (trx: DbTransaction) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // The first statement: the snapshot is taken after what another one has stored.
      await sql`lock table day_total_progress in share row exclusive mode`.execute(trx)
      await bringUpToDate(trx, dayOf(nowMs))
      return read(trx)
    })
}

async function bringUpToDate(trx: DbTransaction, today: string): Promise<void> {
  const { rows: seen } = await sql<{ until: number }>`
    select ledger_entry_id as until from day_total_progress`.execute(trx)
  const after = Math.max(0, (seen[0]?.until ?? 0) - entriesSeenAgain)
  const { rows: days } = await sql<{ day: string; first: number; last: number }>`
    select (happened_at at time zone 'Asia/Tashkent')::date::text as day, min(ledger_entry_id) as first,
      max(ledger_entry_id) as last
    from ledger_entry where ledger_entry_id > ${after} group by 1 order by 1`.execute(trx)
  const finished = days.filter(({ day }) => day < today).map(({ day }) => day)
  for (const [from, to] of periodsOf(finished)) {
    const totals = await dayTotals(trx, from, to)
    for (const day of finished.filter((one) => one >= from && one <= to))
      await trx
        .insertInto('day_total')
        .values({ day, totals: JSON.stringify(totals.get(day) ?? { ways: [], accounts: [] }) })
        .onConflict((conflict) =>
          conflict
            .column('day')
            .doUpdateSet(({ ref }) => ({ totals: ref('excluded.totals') }))
            .where(sql<boolean>`day_total.totals is distinct from excluded.totals`),
        )
        .execute()
  }
  // Entries of a day that is not over are looked at again when it is.
  const open = days.filter(({ day }) => day >= today).map(({ first }) => first - 1)
  const until = Math.min(...open, Math.max(after, ...days.map(({ last }) => last)))
  await sql`update day_total_progress set ledger_entry_id = ${until}`.execute(trx)
}

/** Days in order, in periods that one statement reads. */
function periodsOf(days: readonly string[]): readonly (readonly [string, string])[] {
  const periods: [string, string][] = []
  for (const day of days) {
    const last = periods.at(-1)
    if (last !== undefined && day < dayAfter(last[0], daysAtOnce)) last[1] = day
    else periods.push([day, day])
  }
  return periods
}
