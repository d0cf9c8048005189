/** The renewal of one subscription, for its signed address. */
import { sql } from 'kysely'
import { nextChargeAt } from '#server/billing/changes/planned-change.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface Renewal {
  readonly accountId: number
  readonly tariffId: number
  /** The tariff that is charged next: another one where a change is planned. */
  readonly nextTariffId: number
  /** It may be watched until then; unix milliseconds. */
  readonly paidUntilMs: number
  readonly renews: boolean
  /** What is charged then when it renews. */
  readonly nextTiyin: number
}

/** The renewal of a subscription that runs; undefined: it has ended, is suspended, or its account is not served. */
export async function findRenewal(
  db: Db,
  subscriptionId: number,
  nowMs: number,
): Promise<Renewal | undefined> {
  const { rows } = await sql<{
    account_id: number
    tariff_id: number
    next_id: number
    paid_until: Date
    auto_renew: boolean
    next_tiyin: number
  }>`
    select s.account_id, s.tariff_id, coalesce(plan.tariff_id, s.tariff_id) as next_id, s.paid_until, s.auto_renew,
      ${nextChargeAt('s', sql`s.paid_until`)} as next_tiyin
    from subscription as s join account on account.account_id = s.account_id and account.state = 'active'
    left join planned_change as plan on plan.subscription_id = s.subscription_id and plan.state = 'planned'
    where s.subscription_id = ${subscriptionId} and s.state = 'active' and s.paid_until > ${new Date(nowMs)}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) return undefined
  return {
    ...{ accountId: row.account_id, tariffId: row.tariff_id, nextTariffId: row.next_id },
    ...{ paidUntilMs: row.paid_until.getTime(), renews: row.auto_renew, nextTiyin: row.next_tiyin },
  }
}
