/** The attempts to refund a payment of a payment system: each has its row and its entries of the ledger, and stays. */
import type { Selectable } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Payment } from './payment.ts'
import type { ProviderRefundTable } from './tables.ts'

export type ProviderRefund = Selectable<ProviderRefundTable>

/** The attempts of a payment in their order. */
export function findRefunds(db: Db | DbTransaction, number: number): Promise<readonly ProviderRefund[]> {
  return db
    .selectFrom('provider_refund')
    .selectAll()
    .where('provider_tx_id', '=', number)
    .orderBy('attempt')
    .execute()
}

/** Attempts that took money from the balance and were not given up; pure. */
export function standingOf(refunds: readonly ProviderRefund[]): readonly ProviderRefund[] {
  return refunds.filter(({ state }) => state !== 'withdrawn')
}

/** What attempts took from the balance, whole tiyin; pure. */
export function sumOf(refunds: readonly ProviderRefund[]): number {
  return refunds.reduce((sum, { amount_tiyin: amountTiyin }) => sum + amountTiyin, 0)
}

/** The number of the next attempt; pure. */
export function nextAttempt(refunds: readonly ProviderRefund[]): number {
  return (refunds.at(-1)?.attempt ?? 0) + 1
}

/** The reference of the entry that credited a payment; pure. */
export function referenceOf({ provider, externalId }: Pick<Payment, 'provider' | 'externalId'>): string {
  return `${provider}:${externalId}`
}

type Named = Pick<Payment, 'provider' | 'externalId'>

/** The reference of the entry that takes the whole payment from the balance; pure. The first one has no number in it. */
export function wholeReference(payment: Named, attempt: number): string {
  return numbered(payment, 'reversal', attempt)
}

/** The reference of the entry that took the money of an attempt from the balance; pure. */
export function takenReference(
  payment: Pick<Payment, 'provider' | 'externalId' | 'amountTiyin'>,
  { attempt, amount_tiyin: amountTiyin }: Pick<ProviderRefund, 'attempt' | 'amount_tiyin'>,
): string {
  return amountTiyin === payment.amountTiyin
    ? wholeReference(payment, attempt)
    : numbered(payment, 'part', attempt)
}

/** The reference of the entry that puts it back when the attempt is given up; pure. */
export function restoredReference(payment: Named, { attempt }: Pick<ProviderRefund, 'attempt'>): string {
  return numbered(payment, 'withdrawn', attempt)
}

function numbered(payment: Named, ending: string, attempt: number): string {
  return `${referenceOf(payment)}:${ending}${attempt === 1 ? '' : `:${attempt}`}`
}
