/** How much a member of staff may write for dealers; its limits are in `contract/form/act-limits.ts`. */
import { sql } from 'kysely'
import { dealerLimits, rolesBeyond } from '#contract/form/act-limits.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Role } from '#contract/form/permissions.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

/** A member of staff with a role; undefined for an operator at the command line, who has no limit. */
export type ByRole = { readonly staffId: number; readonly name: string; readonly role: Role } | undefined

export interface BeyondLimit {
  readonly kind: 'over_limit'
  /** For one entry, or what is left of the day. */
  readonly limitTiyin: number
  /** Who may write as much at once. */
  readonly mayMore: readonly Role[]
}

const kinds = { cash: ['cash'], deposit: ['paid_in', 'returned'] } as const
const dayMs = 86_400_000

/**
 * Why a member may not write so much now; undefined: it is within the limits. The caller has the dealer locked; other
 * entries of the member wait until the transaction ends.
 */
export async function beyondLimit(
  trx: DbTransaction,
  by: ByRole,
  { what, amountTiyin }: { readonly what: keyof typeof kinds; readonly amountTiyin: number },
  nowMs: number,
): Promise<BeyondLimit | undefined> {
  const limits = by === undefined ? undefined : dealerLimits[by.role]
  if (by === undefined || limits === undefined) return undefined
  const { each, day } = limits[what]
  await sql`select pg_advisory_xact_lock(hashtext('dealer_limits'), ${by.staffId})`.execute(trx)
  const midnightMs = Math.floor((nowMs + tashkentOffsetMs) / dayMs) * dayMs - tashkentOffsetMs
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(abs(amount_tiyin)), 0)::bigint as total from dealer_entry
    where staff_id = ${by.staffId} and happened_at >= ${new Date(midnightMs)} and kind = any(${[...kinds[what]]}::text[])`.execute(
    trx,
  )
  const limitTiyin = Math.max(0, Math.min(each * 100, day * 100 - (rows[0]?.total ?? 0)))
  if (amountTiyin <= limitTiyin) return undefined
  const mayMore = rolesBeyond('payments', (role) => dealerLimits[role]?.[what].each, amountTiyin / 100)
  return { kind: 'over_limit', limitTiyin, mayMore: mayMore.filter((role) => role !== by.role) }
}

/** The same of a credit limit that is raised. */
export function beyondCreditLimit(by: ByRole, creditLimitTiyin: number): BeyondLimit | undefined {
  const limit = by === undefined ? undefined : dealerLimits[by.role]?.creditLimit
  if (limit === undefined || creditLimitTiyin <= limit * 100) return undefined
  const mayMore = rolesBeyond('payments', (role) => dealerLimits[role]?.creditLimit, creditLimitTiyin / 100)
  return { kind: 'over_limit', limitTiyin: limit * 100, mayMore }
}
