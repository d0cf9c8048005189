/** A tariff that was connected by mistake is switched off again, and its charge is reversed. */
import { sql } from 'kysely'
import { findPlan, undoPlan } from '#server/billing/changes/planned-change.ts'
import { lockWallet } from '#server/billing/ledger/ledger.ts'
import { reverseMoney } from '#server/billing/ledger/reverse.ts'
import { chargeReference } from '#server/billing/subscriptions/charge-period.ts'
import { resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

export interface ConnectedTariff {
  readonly accountId: number
  readonly tariffId: number
  /** When it was connected and charged; unix milliseconds. */
  readonly connectedMs: number
  /** A unique reference of the reversal: `act:<account>:<key>`. */
  readonly reference: string
}

export type ConnectedReturned =
  | { readonly kind: 'returned'; readonly costTiyin: number; readonly paidUntilMs: number }
  /** `had_before`: it was only resumed or renewed then. `used`: its paid time is no longer that of its one charge. */
  | { readonly kind: 'not_connected' | 'had_before' | 'used' }

interface Connected {
  readonly subscription_id: number
  readonly state: string
  readonly created_at: Date
  readonly paid_until: Date
  readonly period_end: Date | null
  readonly amount: number | null
}

/**
 * Switches a tariff off and reverses its charge in the caller's transaction, while that charge is all that its paid time
 * comes from; the money that comes back lets suspended tariffs go on. Nothing was written unless it is `returned`.
 */
export async function returnConnected(
  trx: DbTransaction,
  { accountId, tariffId, connectedMs, reference }: ConnectedTariff,
  nowMs: number,
): Promise<ConnectedReturned> {
  await lockWallet(trx, accountId)
  const startMs = connectedMs
  const { rows } = await sql<Connected>`
    select own.subscription_id, own.state, own.created_at, own.paid_until, charge.period_end,
      charge.amount_tiyin as amount
    from subscription as own left join charge
      on charge.subscription_id = own.subscription_id and charge.period_start = ${new Date(startMs)}
    where own.account_id = ${accountId} and own.tariff_id = ${tariffId} and own.state <> 'off'`.execute(trx)
  const [own] = rows
  if (own === undefined) return returnPlanned(trx, { accountId, tariffId, connectedMs })
  if (own.created_at.getTime() < startMs) return { kind: 'had_before' }
  const { subscription_id: subscriptionId, paid_until: paidUntil, period_end: chargedUntil } = own
  // A later charge, a promo code or given days moved its end; or it was connected again since.
  const isUntouched = own.state === 'active' && chargedUntil?.getTime() === paidUntil.getTime()
  if (!isUntouched) return { kind: 'used' }
  const costTiyin = own.amount ?? 0
  if (costTiyin > 0) {
    const of = chargeReference({ subscriptionId, startMs })
    const reversed = await reverseMoney(trx, { reference, of, accountId }, nowMs)
    // A part of it was returned by hand before.
    if (reversed.kind !== 'moved') return { kind: 'used' }
  }
  await trx
    .updateTable('subscription')
    .set({ state: 'off', auto_renew: false, connection_reversed_at: new Date(nowMs) })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  // Its trial days were not had.
  await trx.deleteFrom('trial_proof').where('subscription_id', '=', subscriptionId).execute()
  if (costTiyin > 0) await resumeSubscriptions(trx, accountId, nowMs)
  return { kind: 'returned', costTiyin, paidUntilMs: paidUntil.getTime() }
}

/** The same where it was only planned then, for the end of the paid time of another base tariff. */
async function returnPlanned(
  trx: DbTransaction,
  { accountId, tariffId, connectedMs }: Omit<ConnectedTariff, 'reference'>,
): Promise<ConnectedReturned> {
  const plan = await findPlan(trx, accountId)
  if (plan?.tariffId !== tariffId || plan.plannedMs !== connectedMs) return { kind: 'not_connected' }
  await undoPlan(trx, accountId)
  return { kind: 'returned', costTiyin: 0, paidUntilMs: plan.fromMs }
}
