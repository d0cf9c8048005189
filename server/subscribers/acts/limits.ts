/** What a member of staff may still give today. */
import { sql } from 'kysely'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { actLimits, rolesThatMay } from '#contract/form/act-limits.ts'
import type { Role } from '#contract/form/permissions.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** A member whose acts count. */
export interface Giver {
  readonly staffId: number
  readonly role: Role
}

/** Undefined: without a limit. Sums in whole soʻm. */
export interface Allowance {
  readonly sum: { readonly each: number; readonly left: number } | undefined
  readonly days: { readonly each: number; readonly left: number } | undefined
}

export interface Beyond {
  readonly kind: 'beyond'
  readonly unit: 'sum' | 'days'
  readonly each: number
  readonly left: number
  /** The roles that may give so much at once. */
  readonly mayMore: readonly Role[]
}

const dayMs = 86_400_000
/** Any number that no other advisory lock uses. */
const giverLock = 7_260_085

/**
 * What is left to a member today, in Tashkent. Own acts that were taken back do not count; acts of others that the
 * member took back do, those of runs over segments too. What a run gave counts towards the limits of runs.
 */
export async function allowanceOf(
  db: Db | DbTransaction,
  giver: Giver | undefined,
  nowMs: number,
): Promise<Allowance> {
  const limits = giver === undefined ? undefined : actLimits[giver.role]
  if (giver === undefined || limits === undefined) return { sum: undefined, days: undefined }
  const midnightMs = Math.floor((nowMs + tashkentOffsetMs) / dayMs) * dayMs - tashkentOffsetMs
  const { rows } = await sql<{ tiyin: number; days: number }>`
    select coalesce(sum(amount_tiyin), 0)::bigint as tiyin, coalesce(sum(days), 0)::integer as days
    from subscriber_act where (amount_tiyin > 0 or days > 0) and (
      staff_id = ${giver.staffId} and done_at >= ${new Date(midnightMs)} and taken_back_at is null
        and bulk_run_id is null
      or taken_back_staff_id = ${giver.staffId} and taken_back_at >= ${new Date(midnightMs)}
        and staff_id is distinct from ${giver.staffId})`.execute(db)
  const [spent] = rows
  return {
    sum: { each: limits.sumEach, left: Math.max(0, limits.sumDay - (spent?.tiyin ?? 0) / 100) },
    days: { each: limits.daysEach, left: Math.max(0, limits.daysDay - (spent?.days ?? 0)) },
  }
}

/**
 * Makes acts of one member that count towards a limit of a day wait for each other until the transaction ends. Taken
 * after the wallet's lock, everywhere.
 */
export async function lockGiver(trx: DbTransaction, staffId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${giverLock}, ${staffId})`.execute(trx)
}

/**
 * Why a member may not give so much now; undefined: it is within the limits. Acts of one member on several accounts at
 * once wait for each other until the transaction ends.
 */
export async function beyondLimit(
  trx: DbTransaction,
  giver: Giver | undefined,
  { sum, days }: { readonly sum: number; readonly days: number },
  nowMs: number,
): Promise<Beyond | undefined> {
  if (giver === undefined) return undefined
  await lockGiver(trx, giver.staffId)
  return beyondAllowance(await allowanceOf(trx, giver, nowMs), giver, { sum, days })
}

/** The same with what is left to the member. */
export function beyondAllowance(
  allowance: Allowance,
  giver: Giver,
  { sum, days }: { readonly sum: number; readonly days: number },
): Beyond | undefined {
  for (const [unit, amount] of [
    ['sum', sum],
    ['days', days],
  ] as const) {
    const limit = allowance[unit]
    if (limit === undefined || amount <= Math.min(limit.each, limit.left)) continue
    const mayMore = rolesThatMay({ sum, days }).filter((role) => role !== giver.role)
    return { kind: 'beyond', unit, ...limit, mayMore }
  }
  return undefined
}
