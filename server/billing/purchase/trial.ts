/** The money of subscribers for trying: their tariff is paid from the service account `trials` and charged to it. */
import { type Moved, lockWallet, moveMoney } from '#server/billing/ledger/ledger.ts'
import { chargePeriod } from '#server/billing/subscriptions/charge-period.ts'
import { type TariffRecord, periodsOf } from '#server/billing/tariffs/rules.ts'
import { dayMs } from '#server/billing/subscriptions/purchase-rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { beginSubscription } from './purchase.ts'

/**
 * Connects a new account with the first period of a tariff: its price is added to the balance from `trials` and charged
 * to `trials`, so that revenue does not count it. It is not renewed.
 */
export async function openTrial(
  trx: DbTransaction,
  { accountId, tariff }: { readonly accountId: number; readonly tariff: TariffRecord },
  nowMs: number,
): Promise<{ readonly creditTiyin: number; readonly paidUntilMs: number }> {
  const [period] = periodsOf(tariff)
  invariant(period !== undefined, 'a tariff has a period')
  const { priceTiyin, periodDays: days } = period
  await lockWallet(trx, accountId)
  if (priceTiyin > 0) {
    const credit = { reference: `trial:${accountId}`, kind: 'adjustment', against: 'trials' } as const
    await moveMoney(trx, { ...credit, accountId, amountTiyin: priceTiyin }, nowMs)
  }
  const next = { price_tiyin: priceTiyin, period_days: days, auto_renew: false }
  const subscriptionId = await beginSubscription(trx, { accountId, tariff, next, nowMs })
  const paid = { accountId, subscriptionId, startMs: nowMs, days, amountTiyin: priceTiyin }
  await chargePeriod(trx, { ...paid, against: 'trials' }, nowMs)
  return { creditTiyin: priceTiyin, paidUntilMs: nowMs + days * dayMs }
}

/** `paid`: money came in for it, so it is a customer; nothing was changed. */
export type TrialEnded = { readonly kind: 'ended' } | { readonly kind: 'paid'; readonly paidTiyin: number }

/** Returns to `trials` what is left of its money, and no more than came from there. */
export async function endTrial(trx: DbTransaction, accountId: number, nowMs: number): Promise<TrialEnded> {
  const balance = await lockWallet(trx, accountId)
  const sums = await trx
    .selectFrom('ledger_entry')
    .select(({ fn }) => [
      'against',
      fn.sum<string>('amount_tiyin').as('amount'),
      fn.max('ledger_entry_id').as('last'),
    ])
    .where('account_id', '=', accountId)
    .groupBy('against')
    .execute()
  const sumOf = (against: string) => Number(sums.find((one) => one.against === against)?.amount ?? 0)
  const paidTiyin = sumOf('payments') + sumOf('external') + sumOf('dealers')
  if (paidTiyin !== 0) return { kind: 'paid', paidTiyin }
  const left = Math.min(balance, sumOf('trials'))
  if (left <= 0) return { kind: 'ended' }
  // An account that was activated again ends more than once: the entry before it makes the reference unique.
  const last = Math.max(...sums.map((one) => one.last))
  const back = { reference: `trial-end:${accountId}:${last}`, kind: 'adjustment', against: 'trials' } as const
  const moved: Moved = await moveMoney(trx, { ...back, accountId, amountTiyin: -left }, nowMs)
  invariant(moved.kind === 'moved', 'what is left is on the balance')
  return { kind: 'ended' }
}
