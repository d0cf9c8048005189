import { moveMoney, reverseMoney } from '#server/billing/ledger/ledger.ts'
import { resumeSubscriptions } from '#server/billing/subscriptions/resume.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

/** Money that came in from outside, or that goes back there. */
export interface TopUp {
  readonly accountId: number
  /** Whole, above 0. */
  readonly amountTiyin: number
  /** Names what happened, once for ever: `payme:<their id>`. */
  readonly reference: string
}

/**
 * Adds a top-up to the deposit in the caller's transaction, and lets suspended subscriptions go on when it suffices;
 * false when this reference was added before.
 */
export async function topUpDeposit(trx: DbTransaction, topUp: TopUp, nowMs: number): Promise<boolean> {
  const moved = await moveMoney(trx, { ...topUp, kind: 'top_up', against: 'payments' }, nowMs)
  if (moved.kind !== 'moved') return false
  await resumeSubscriptions(trx, topUp.accountId, nowMs)
  return true
}

/**
 * Takes a top-up back out of the deposit in the caller's transaction. `not_covered` when the deposit holds less, or a
 * part of it was given back before: nothing is changed.
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
  // The deposit holds less, or a part of it was given back by hand before.
  return 'not_covered'
}
