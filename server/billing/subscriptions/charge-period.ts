import { moveMoney } from '#server/billing/ledger/ledger.ts'
import { dayMs } from './purchase-rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** A period to be paid for now. */
export interface Period {
  readonly accountId: number
  readonly subscriptionId: number
  readonly startMs: number
  readonly days: number
  readonly amountTiyin: number
  /** `revenue` unless the service itself has paid for it. */
  readonly against?: 'revenue' | 'trials'
  /** The promotion that pays for it. */
  readonly promotionId?: number
}

/** The reference of a charge, in the same form as the set-based charge writes it. */
export function chargeReference({ subscriptionId, startMs }: Pick<Period, 'subscriptionId' | 'startMs'>) {
  return `charge:${subscriptionId}:${Math.floor(startMs / 1000)}`
}

/**
 * Charges a period and extends the subscription to its end. The caller has locked the wallet and checked the balance.
 * The same period is never charged twice: the row of `charge` decides.
 */
export async function chargePeriod(trx: DbTransaction, period: Period, nowMs: number): Promise<void> {
  const { accountId, subscriptionId, amountTiyin, against = 'revenue', promotionId = null } = period
  const end = new Date(period.startMs + period.days * dayMs)
  await trx
    .insertInto('charge')
    .values({
      subscription_id: subscriptionId,
      period_start: new Date(period.startMs),
      period_end: end,
      account_id: accountId,
      amount_tiyin: amountTiyin,
      promotion_id: promotionId,
    })
    .execute()
  if (amountTiyin > 0) {
    const reference = chargeReference(period)
    const moved = await moveMoney(
      trx,
      { reference, kind: 'charge', accountId, amountTiyin: -amountTiyin, against, subscriptionId },
      nowMs,
    )
    invariant(moved.kind === 'moved', `the charge ${reference} is new and the balance covers it`)
  }
  await trx
    .updateTable('subscription')
    .set({ state: 'active', paid_until: end })
    .where('subscription_id', '=', subscriptionId)
    .execute()
}
