/** I15 for the scenarios of `money-scenario.ts`: access to content follows from the subscriptions, at once. */
import { sql } from 'kysely'
import { must } from './money-modules.ts'
import { openBilling } from '#server/billing/billing.ts'
import { openEntitlement } from '#server/entitlement/entitlement.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'

const film = { kind: 'title', providerId: 1, isFree: false, isForAdults: false } as const

/**
 * Another server than the one that sells and charges, which lives as long as the scenario: nothing in its memory may
 * grant or deny access against the database.
 */
export function canWatch(db: Db, clock: Clock): (accountId: number) => Promise<void> {
  const entitlement = openEntitlement({ billing: openBilling({ db, clock }), clock, isPlayable: () => true })
  return async (accountId) => {
    const { kind } = await entitlement.ask({ accountId, sessionId: 's' }, film, 'inside')
    // A subscription that renews itself stays active for an hour, until it is charged.
    const { rows } = await sql<{ is_paid: boolean }>`select exists (
      select from subscription where account_id = ${accountId} and state = 'active'
        and (paused_until is null or paused_until <= ${new Date(clock.nowMs())})
        and paid_until + case when auto_renew then interval '1 hour' else interval '0' end > ${new Date(clock.nowMs())}
    ) as is_paid`.execute(db)
    must(
      (kind === 'watch') === rows[0]?.is_paid,
      `I15 subscriber ${accountId} may watch what is paid and nothing else (${kind})`,
    )
  }
}
