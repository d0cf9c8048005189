import { sql } from 'kysely'
import type { Role } from '#contract/form/permissions.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { lockGiver } from '#server/subscribers/subscribers.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** How much a member of staff may return. Whole tiyin. */
export interface RefundLimit {
  readonly onceTiyin: number
  /** On a day in Tashkent, refunds and returned charges together. */
  readonly dayTiyin: number
}

/** Roles that are not here have no limit, or no refunds at all (`contract/form/permissions.ts`). */
const limits: Readonly<Partial<Record<Role, RefundLimit>>> = {
  finance: { onceTiyin: 50_000_000, dayTiyin: 500_000_000 },
}

export function limitOf(role: Role): RefundLimit | undefined {
  return limits[role]
}

const dayMs = 86_400_000

/** What this member has returned today and was not withdrawn, whole tiyin. */
export async function returnedToday(db: Db, staffId: number, nowMs: number): Promise<number> {
  const local = nowMs + tashkentOffsetMs
  const from = new Date(local - (local % dayMs) - tashkentOffsetMs)
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::bigint as total from (
      select amount_tiyin as amount from provider_refund
        where staff_id = ${staffId} and created_at >= ${from} and state <> 'withdrawn'
      union all
      select coalesce(part_tiyin, amount_tiyin) from card_refund join payment_order using (order_id)
        where staff_id = ${staffId} and card_refund.created_at >= ${from} and card_refund.state <> 'refused'
      union all
      select abs(amount_tiyin) from ledger_act join ledger_entry using (ledger_entry_id)
        where staff_id = ${staffId} and made_at >= ${from}
    ) as returned`.execute(db)
  return rows[0]?.total ?? 0
}

/** A member of staff with a role; undefined for an operator at the command line, who has no limit. */
export type Refunder = { readonly staffId: number; readonly name: string; readonly role: Role } | undefined

/** One act alone exceeds the role's limit, whatever else was returned today. */
export function exceedsOnce(by: Refunder, amountTiyin: number): number | undefined {
  const onceTiyin = by === undefined ? undefined : limitOf(by.role)?.onceTiyin
  return onceTiyin !== undefined && amountTiyin > onceTiyin ? onceTiyin : undefined
}

/**
 * The limit that this amount exceeds; undefined when it exceeds none. The caller has the wallet locked, and stores what
 * it returns in this transaction: until its end other acts of the member wait.
 */
export async function exceededLimit(
  trx: DbTransaction,
  by: Refunder,
  amountTiyin: number,
  nowMs: number,
): Promise<number | undefined> {
  const limit = by === undefined ? undefined : limitOf(by.role)
  if (by === undefined || limit === undefined) return undefined
  const onceTiyin = exceedsOnce(by, amountTiyin)
  if (onceTiyin !== undefined) return onceTiyin
  await lockGiver(trx, by.staffId)
  const today = await returnedToday(trx, by.staffId, nowMs)
  return today + amountTiyin > limit.dayTiyin ? limit.dayTiyin : undefined
}
