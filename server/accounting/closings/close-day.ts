/** A day is closed by two people: both sign the same totals, which are stored. */
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { canonicalJson, type RecordIn, recordedAct } from '#server/audit/audit.ts'
import { listStatements } from '#server/accounting/statements/list-statements.ts'
import { dayAfter, dayOf, type DayTotals, dayTotals } from './day-totals.ts'
import { storedTotals, trialBalance } from './stored-totals.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** A member of staff; undefined for an operator at the command line, which is one person. */
export type Signer = { readonly staffId: number; readonly name: string } | undefined

/** A closing. Moments are unix milliseconds, 0 for what has not happened. */
export interface Closing {
  readonly day: string
  readonly state: 'signed' | 'closed' | 'reopened'
  readonly totals: DayTotals
  readonly firstName: string
  readonly firstStaffId: number | null
  readonly firstMs: number
  readonly secondName: string
  readonly secondMs: number
  readonly reopenedName: string
  readonly reopenedReason: string
  readonly reopenedMs: number
}

export type Signed =
  | { readonly kind: 'signed'; readonly state: 'signed' | 'closed' }
  /** The one who signed first cannot sign again. */
  | { readonly kind: 'same_person' }
  /** The totals are others than those that the first one signed: that signature is gone. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'closed_before'; readonly who: string }
  /** The day is not over in Tashkent. */
  | { readonly kind: 'not_over' }
  /** Payments and ledger differ, or the trial balance is not zero. */
  | { readonly kind: 'ledger_differs' }

const nothing: DayTotals = { ways: [], accounts: [] }

/** Signs a day: as the first, or as the second who closes it. */
export async function signDay(
  { db, clock }: Deps,
  { day, by }: { readonly day: string; readonly by: Signer },
  record: RecordIn<Extract<Signed, { readonly kind: 'signed' }>>,
): Promise<Signed> {
  const nowMs = clock.nowMs()
  if (day >= dayOf(nowMs)) return { kind: 'not_over' }
  const totals = (await dayTotals(db, day, day)).get(day) ?? nothing
  const { totalTiyin } = await trialBalance(db, nowMs)
  if (totalTiyin !== 0 || totals.ways.some(({ agrees }) => !agrees)) return { kind: 'ledger_differs' }
  const statements = (await listStatements(db, { day })).map(({ statementId, system, open, state }) => ({
    ...{ statementId, system, open, state },
  }))
  return recordedAct<Signed, 'signed'>(db, { done: 'signed', record }, async (trx) => {
    await lockDay(trx, day)
    const current = await currentClosing(trx, day)
    if (current === undefined) {
      await trx
        .insertInto('day_closing')
        .values({
          ...{ day, state: 'signed', totals: JSON.stringify(totals), statements: JSON.stringify(statements) },
          ...{ first_staff_id: by?.staffId ?? null, first_name: by?.name ?? '', first_at: new Date(nowMs) },
          ...{ second_staff_id: null, second_at: null, reopened_at: null },
        })
        .execute()
      return { kind: 'signed', state: 'signed' }
    }
    if (current.state === 'closed') return { kind: 'closed_before', who: current.second_name }
    if (!isSame(current.totals, totals)) {
      await reopen(trx, current.day_closing_id, { name: '', reason: 'changed', nowMs })
      return { kind: 'changed' }
    }
    if (current.first_staff_id === (by?.staffId ?? null)) return { kind: 'same_person' }
    await trx
      .updateTable('day_closing')
      .set({
        state: 'closed',
        ...{ second_staff_id: by?.staffId ?? null, second_name: by?.name ?? '', second_at: new Date(nowMs) },
      })
      .where('day_closing_id', '=', current.day_closing_id)
      .execute()
    return { kind: 'signed', state: 'closed' }
  })
}

/** Opens a day that was signed or closed, for a reason; false when it was not. */
export function reopenDay(
  { db, clock }: Deps,
  { day, reason, by }: { readonly day: string; readonly reason: string; readonly by: Signer },
  record: RecordIn<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockDay(trx, day)
    const current = await currentClosing(trx, day)
    if (current === undefined) return false
    await reopen(trx, current.day_closing_id, { name: by?.name ?? '', reason, nowMs: clock.nowMs() })
    await record(trx)
    return true
  })
}

/** Two who sign at once do it one after the other. */
async function lockDay(trx: DbTransaction, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('day_closing'), ${Date.parse(day) / 86_400_000})`.execute(
    trx,
  )
}

function currentClosing(trx: DbTransaction, day: string) {
  return trx
    .selectFrom('day_closing')
    .selectAll()
    .where(sql`day::text`, '=', day)
    .where('state', '<>', 'reopened')
    .executeTakeFirst()
}

interface Reopening {
  readonly name: string
  readonly reason: string
  readonly nowMs: number
}

async function reopen(trx: DbTransaction, id: number, { name, reason, nowMs }: Reopening): Promise<void> {
  await trx
    .updateTable('day_closing')
    .set({
      state: 'reopened',
      ...{ reopened_name: name, reopened_reason: reason, reopened_at: new Date(nowMs) },
    })
    .where('day_closing_id', '=', id)
    .execute()
}

/** Whether the books still say what was signed. */
function isSame(signed: unknown, now: DayTotals): boolean {
  return canonicalJson(signed) === canonicalJson(JSON.parse(JSON.stringify(now)))
}

/** A day in the list. */
export interface ClosingDay {
  readonly day: string
  readonly totals: DayTotals
  /** The present closing; undefined for a day that nobody has signed. */
  readonly closing: Closing | undefined
  /** The books say something else than what was signed. */
  readonly differs: boolean
}

/** The days from `fromDay` to `toDay`, all over, the newest first, each with its totals as they are stored. */
export async function listClosings(
  { db, clock }: Deps,
  fromDay: string,
  toDay: string,
): Promise<readonly ClosingDay[]> {
  const totals = await storedTotals(db, fromDay, toDay, clock.nowMs())
  return closingDays(totals, await closingsOf(db, fromDay, toDay), fromDay, toDay)
}

/** One day with its totals as the books have them now, over or not. */
export async function readClosing(db: Db, day: string): Promise<ClosingDay> {
  const [one] = closingDays(await dayTotals(db, day, day), await closingsOf(db, day, day), day, day)
  if (one === undefined) throw new Error(`${day} is no day`)
  return one
}

function closingDays(
  totals: ReadonlyMap<string, DayTotals>,
  closings: readonly Closing[],
  fromDay: string,
  toDay: string,
): readonly ClosingDay[] {
  const current = new Map(
    closings.filter(({ state }) => state !== 'reopened').map((one) => [one.day, one] as const),
  )
  const days: ClosingDay[] = []
  for (let day = toDay; day >= fromDay; day = dayAfter(day, -1)) {
    const now = totals.get(day) ?? nothing
    const closing = current.get(day)
    days.push({ day, totals: now, closing, differs: closing !== undefined && !isSame(closing.totals, now) })
  }
  return days
}

/** Every closing of these days, also those that were opened again, the oldest first. */
export async function closingsOf(db: Db, fromDay: string, toDay: string): Promise<readonly Closing[]> {
  const rows = await db
    .selectFrom('day_closing')
    .selectAll()
    .select(sql<string>`day::text`.as('shown_day'))
    .where(sql<boolean>`day between ${fromDay}::date and ${toDay}::date`)
    .orderBy('day_closing_id')
    .execute()
  return rows.map((row) => ({
    ...{ day: row.shown_day, state: row.state, totals: row.totals as DayTotals },
    ...{ firstName: row.first_name, firstStaffId: row.first_staff_id, firstMs: row.first_at.getTime() },
    ...{ secondName: row.second_name, secondMs: row.second_at?.getTime() ?? 0 },
    ...{ reopenedName: row.reopened_name, reopenedReason: row.reopened_reason },
    reopenedMs: row.reopened_at?.getTime() ?? 0,
  }))
}
