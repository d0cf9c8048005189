import { sql } from 'kysely'
import { nextCharge } from '#server/billing/changes/planned-change.ts'
import { isBasePaused } from '#server/billing/pauses/base-paused.ts'
import type { Db } from '#server/platform/database/database.ts'

/** What an account lacks for its coming charges. */
export interface Shortfall {
  readonly accountId: number
  /** Above 0, whole. */
  readonly missingTiyin: number
  /** The earliest of these charges, unix milliseconds; for a suspended one, when it was due. */
  readonly dueMs: number
}

/**
 * Which of these accounts lack money for charges until `untilMs`, or for subscriptions suspended since `sinceMs`.
 * Blocked accounts are left out, and so are those whose base tariff has been suspended longer: a payment for the
 * others would be of no use. Nor is a suspended one counted while the base tariff is paused: it does not go on then.
 */
export async function findShortfalls(
  db: Db,
  requests: {
    readonly accountIds: readonly number[]
    readonly untilMs: number
    readonly sinceMs: number
    readonly nowMs: number
  },
): Promise<readonly Shortfall[]> {
  const since = new Date(requests.sinceMs)
  const price = nextCharge('s', new Date(requests.nowMs))
  const { rows } = await sql<{ account_id: number; missing: number; due: Date }>`
    select s.account_id, (sum(${price}) - wallet.balance_tiyin)::bigint as missing, min(s.paid_until) as due
    from subscription as s
    join account on account.account_id = s.account_id and account.state = 'active'
    join wallet on wallet.account_id = s.account_id
    where s.account_id = any(${[...requests.accountIds]}::integer[]) and s.auto_renew
      and (s.state = 'active' and s.paid_until <= ${new Date(requests.untilMs)}
        or s.state = 'suspended' and s.paid_until > ${since} and not ${isBasePaused('s', requests.nowMs)})
      and not exists (
        select from subscription as base where base.account_id = s.account_id and base.is_base
          and base.state = 'suspended' and (base.paid_until <= ${since} or not base.auto_renew))
    group by s.account_id, wallet.balance_tiyin
    having sum(${price}) > wallet.balance_tiyin
    order by s.account_id`.execute(db)
  return rows.map((row) => ({
    accountId: row.account_id,
    missingTiyin: row.missing,
    dueMs: row.due.getTime(),
  }))
}
