/** Computes days for reports: money and watching of the running one each hour, the last ones and what came late each night. */
import { sql } from 'kysely'
import { playMemoryDays } from '#server/monitoring/monitoring.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import {
  type Day,
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  daysFrom,
  monthOf,
} from '#server/reports/days/days.ts'
import { collectWatching, factDays, forgetFacts } from './collect-watching.ts'
import { rollUpFunnel } from './funnel-day.ts'
import { lateSince, rollUpMoney } from './money-day.ts'
import { ensurePartition } from './partitions.ts'
import { rollUpNetworks, rollUpPromotions, rollUpQuality, rollUpSupport } from './service-day.ts'
import { rollUpCohorts } from './cohorts.ts'
import { firstDay } from './periods.ts'
import { rollUpStandings } from './standings-month.ts'
import { rollUpMonth, rollUpWatching } from './watching-day.ts'

/** A night computes so many days again, for what came late without a trace in the ledger. */
const lastDays = 7
/** Days of one run: more than a year and a month. */
export const maxDays = 400

/** A night waits so long for another process, an hour not at all. */
const longestTurnMs = 5 * 60_000

/** Nobody else computes sums until the transaction ends. Throws the database's error after five minutes. */
async function takeTurn(tx: DbTransaction): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(longestTurnMs)}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('reports.roll-up'))`.execute(tx)
}

export interface DaysOptions {
  readonly signal?: AbortSignal | undefined
  /** Called after each day with how many of all are done. */
  readonly onDay?: (day: Day, done: number, total: number) => void
}

/**
 * Computes days as a whole, month by month in the order of `days`: first the subscribers of all days of a month at
 * once, then what else each day has. Each of it is one transaction, so it may be interrupted and repeated, also by two
 * processes at once, with the same result. What is stored only for a while stays as it was computed when it is gone.
 * Returns the number of days that were computed.
 */
export async function rollUpDays(
  db: Db,
  days: readonly Day[],
  nowMs: number,
  { signal, onDay }: DaysOptions = {},
): Promise<number> {
  let done = 0
  let month: Day | undefined
  for (const day of days) {
    if (signal?.aborted === true) break
    if (monthOf(day) !== month) {
      month = monthOf(day)
      await rollUpSubscribers(db, month, nowMs)
    }
    await rollUpRest(db, day, nowMs)
    done += 1
    onDay?.(day, done, days.length)
  }
  return done
}

/** The states of subscribers of a month, in a transaction. */
async function rollUpSubscribers(db: Db, month: Day, nowMs: number): Promise<void> {
  await ensurePartition(db, 'report_standing', month)
  await ensurePartition(db, 'report_movement', month)
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx)
    await rollUpStandings(tx, month, nowMs)
  })
}

/** What else a day has, in a transaction; then all of it is computed. */
async function rollUpRest(db: Db, day: Day, nowMs: number): Promise<void> {
  const age = daysFrom(day, dayOf(nowMs))
  if (age < 0) return
  await ensurePartition(db, 'report_watch_day', day)
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx)
    await rollUpMoney(tx, day)
    await rollUpFunnel(tx, day)
    await rollUpSupport(tx, day)
    // The oldest day of each is being deleted meanwhile.
    if (age < factDays) await rollUpWatching(tx, day)
    if (age < playMemoryDays) {
      await rollUpQuality(tx, day)
      await rollUpNetworks(tx, day)
    }
    await sql`insert into report_day (day, computed_at, whole_at) values (${day}, ${new Date(nowMs)}, ${new Date(nowMs)})
      on conflict (day) do update set computed_at = excluded.computed_at, whole_at = excluded.whole_at`.execute(
      tx,
    )
  })
}

/**
 * What an hourly run does: the watching until now, and today's money and watching. All standings of subscribers are read
 * for the rest of a day, so only nights compute it. Returns false while another process computes: the next hour does it.
 */
export async function rollUpToday(db: Db, nowMs: number): Promise<boolean> {
  await collectWatching(db, nowMs)
  const day = dayOf(nowMs)
  await ensurePartition(db, 'report_watch_day', day)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('reports.roll-up')) as is_free`.execute(tx)
    if (rows[0]?.is_free !== true) return false
    await rollUpMoney(tx, day)
    await rollUpFunnel(tx, day)
    await rollUpWatching(tx, day)
    await sql`insert into report_day (day, computed_at) values (${day}, ${new Date(nowMs)})
      on conflict (day) do update set computed_at = excluded.computed_at`.execute(tx)
    return true
  })
}

export interface RolledUp {
  readonly days: number
  readonly factsDeleted: number
}

/**
 * What a night does: the last days, those with entries that came late, and those that were never computed, the newest
 * first; then months, cohorts and promotions. A run that was interrupted goes on where it stopped.
 */
export async function rollUpNight(db: Db, nowMs: number, options: DaysOptions = {}): Promise<RolledUp> {
  const { signal } = options
  await collectWatching(db, nowMs)
  const { day: late, lastEntry } = await lateSince(db)
  const all = await daysToCompute(db, nowMs, late)
  const days = await rollUpDays(db, all, nowMs, options)
  if (days < all.length) return { days, factsDeleted: 0 }
  await sql`insert into report_progress (name, value) values ('ledger_entry', ${lastEntry})
    on conflict (name) do update set value = excluded.value`.execute(db)
  await rollUpMonths(db, nowMs, signal)
  return { days, factsDeleted: await forgetFacts(db, nowMs, signal) }
}

async function daysToCompute(db: Db, nowMs: number, late: Day | undefined): Promise<readonly Day[]> {
  const today = dayOf(nowMs)
  const recent = addDays(today, -lastDays)
  const oldest = addDays(today, -maxDays)
  const first = await firstDay(db)
  const begin = first === undefined || first < oldest ? oldest : first
  const { rows } = await sql<{ day: Day }>`select to_char(day, 'YYYY-MM-DD') as day from report_day
    where day >= ${oldest} and whole_at is not null`.execute(db)
  const computed = new Set(rows.map(({ day }) => day))
  const again = late !== undefined && late < recent ? late : recent
  const everything = first === undefined ? daysBetween(recent, today) : daysBetween(begin, today)
  return everything.filter((day) => day >= again || !computed.has(day)).toReversed()
}

/** Months that have just ended, the running one, and those without a row. */
async function rollUpMonths(db: Db, nowMs: number, signal?: AbortSignal): Promise<void> {
  const thisMonth = monthOf(dayOf(nowMs))
  const first = await firstDay(db)
  const months = Array.from({ length: Math.ceil(maxDays / 28) }, (_, back) =>
    addMonths(thisMonth, -back),
  ).filter((month) => first === undefined || month >= monthOf(first))
  const watchedSince = addDays(dayOf(nowMs), 1 - factDays)
  for (const month of months) {
    if (signal?.aborted === true) return
    const hasStates = await db
      .selectFrom('report_standing_month')
      .select('month')
      .where('month', '=', month)
      .executeTakeFirst()
    // Days that were computed before states were stored have none.
    if (hasStates === undefined) await rollUpSubscribers(db, month, nowMs)
    if (month < watchedSince) continue
    await db.transaction().execute(async (tx) => {
      await takeTurn(tx)
      await rollUpMonth(tx, month)
    })
  }
  const { rows } = await sql<{ month: Day }>`
    select distinct to_char(month, 'YYYY-MM-DD') as month from report_cohort`.execute(db)
  const computed = new Set(rows.map(({ month }) => month))
  await db.transaction().execute(async (tx) => {
    await takeTurn(tx)
    await rollUpCohorts(
      tx,
      months.filter((month, back) => back < 2 || !computed.has(month)),
      nowMs,
    )
    await rollUpPromotions(tx)
  })
}
