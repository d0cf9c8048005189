import { moveMoney, reverseMoney } from '#server/billing/ledger/ledger.ts'
import { resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** Money that came in from a payment, or that is returned. */
export interface TopUp {
  readonly accountId: number
  /** Whole, above 0. */
  readonly amountTiyin: number
  /** A unique reference, used once: `payme:<their id>`. */
  readonly reference: string
}

/**
 * Adds a top-up to the deposit in the caller's transaction, and resumes suspended subscriptions that it covers; false
 * when this reference was added before.
 */
export async function topUpDeposit(trx: DbTransaction, topUp: TopUp, nowMs: number): Promise<boolean> {
  const moved = await moveMoney(trx, { ...topUp, kind: 'top_up', against: 'payments' }, nowMs)
  if (moved.kind !== 'moved') return false
  await resumeSubscriptions(trx, topUp.accountId, nowMs)
  return true
}

/**
 * Reverses a top-up in the caller's transaction. `not_covered` when the deposit holds less, or a part of it was
 * refunded before: nothing is changed.
 */
export async function reverseTopUp(
  trx: DbTransaction,
  { reference }: TopUp,
  nowMs: number,
): Promise<'taken' | 'taken_before' | 'not_covered'> {
  const taken = await reverseMoney(trx, { reference: `${reference}:reversal`, of: reference }, nowMs)
  if (taken.kind === 'moved') return 'taken'
  if (taken.kind === 'repeated') return 'taken_before'
  invariant(taken.kind !== 'unknown', 'only a top-up that was added is taken back')
  // The deposit holds less, or a part of it was refunded by hand before.
  return 'not_covered'
}
