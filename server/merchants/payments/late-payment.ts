/** Payments that a system's statement has and we do not: credited once, also when the system sends them after all. */
import { isSameOwner, topUpDeposit } from '#server/billing/billing.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { findPayment } from './payment.ts'
import type { Provider } from './rules.ts'
import { lateReference, payAtOnce, settle } from './till.ts'

export interface LatePayment {
  readonly provider: Provider
  readonly externalId: string
  /** Who gets it; the one for whom the system named the payment to us, when it did. */
  readonly accountId: number
  readonly amountTiyin: number
}

/** `arrived`: it was credited before, by the system's own request or by another member of staff. */
export type LateCredit =
  | { readonly kind: 'credited'; readonly reference: string; readonly accountId: number }
  | { readonly kind: 'arrived' }
  /** The system named it to us for another subscriber. */
  | { readonly kind: 'other_account'; readonly accountId: number }
  /** We have it with another amount. */
  | { readonly kind: 'differs' }

/**
 * Credits a late payment in the caller's transaction, under the reference of the system's own payment; one that we had
 * cancelled, which the system cannot complete any more, under `late:<system>:<number>`.
 */
export async function creditLatePayment(
  { clock }: { readonly clock: Clock },
  trx: DbTransaction,
  late: LatePayment,
): Promise<LateCredit> {
  const { provider, externalId, amountTiyin } = late
  const nowMs = clock.nowMs()
  const reference = `${provider}:${externalId}`
  const existing = await findPayment(trx, provider, externalId, 'lock')
  if (existing !== undefined && existing.amountTiyin !== amountTiyin) return { kind: 'differs' }
  if (existing !== undefined && !(await isSameOwner(trx, existing.accountId, late.accountId)))
    return { kind: 'other_account', accountId: existing.accountId }
  // Of the account that the system named, also when it was merged into another since.
  const accountId = existing?.accountId ?? late.accountId
  if (existing?.state === 'paid' || existing?.state === 'refunded') return { kind: 'arrived' }
  if (existing === undefined) {
    const asked = { late: true }
    const paid = await payAtOnce({ clock }, trx, { ...late, providerTimeMs: nowMs, asked })
    return paid.isNew ? { kind: 'credited', reference, accountId } : { kind: 'arrived' }
  }
  if (existing.state === 'reserved') {
    const settled = await settle({ clock }, trx, provider, externalId)
    if (settled.kind === 'paid')
      return settled.isNew ? { kind: 'credited', reference, accountId } : { kind: 'arrived' }
  }
  const own = { reference: lateReference(late), accountId, amountTiyin }
  return (await topUpDeposit(trx, own, nowMs))
    ? { kind: 'credited', reference: own.reference, accountId }
    : { kind: 'arrived' }
}
