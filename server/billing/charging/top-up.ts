import { findEntry, moveMoney, restoreEntry } from '#server/billing/ledger/ledger.ts'
import { passToOwner } from '#server/billing/ledger/owner.ts'
import { reverseMoney } from '#server/billing/ledger/reverse.ts'
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
  /** Where it came from: by default a payment system or a bank. */
  readonly against?: 'payments' | 'dealers'
}

/**
 * Adds a top-up to the deposit in the caller's transaction, and resumes suspended subscriptions that it covers; false
 * when this reference was added before. The money of an account that was merged into another goes on to that one.
 */
export async function topUpDeposit(trx: DbTransaction, topUp: TopUp, nowMs: number): Promise<boolean> {
  const moved = await moveMoney(trx, { against: 'payments', ...topUp, kind: 'top_up' }, nowMs)
  if (moved.kind !== 'moved') return false
  await resumeSubscriptions(trx, await passToOwner(trx, topUp, nowMs), nowMs)
  return true
}

/**
 * Reverses a top-up in the caller's transaction. `not_covered` when the deposit holds less, or a part of it was
 * refunded before: nothing is changed. `reversal` names the entry that takes it.
 */
export async function reverseTopUp(
  trx: DbTransaction,
  { reference }: TopUp,
  nowMs: number,
  reversal = `${reference}:reversal`,
): Promise<'taken' | 'taken_before' | 'not_covered'> {
  const taken = await reverseMoney(trx, { reference: reversal, of: reference }, nowMs)
  if (taken.kind === 'moved') return 'taken'
  if (taken.kind === 'repeated') return 'taken_before'
  invariant(taken.kind !== 'unknown', 'only a top-up that was added is taken back')
  // The deposit holds less, or a part of it was refunded by hand before.
  return 'not_covered'
}

/**
 * Puts the money of a refund that was given up back on the deposit, in the caller's transaction, and resumes suspended
 * subscriptions that it covers. `taken`: the reference of the entry that took it. Repeating it changes nothing; the
 * payment may be refunded again.
 */
export async function restoreTopUp(
  trx: DbTransaction,
  { reference, taken }: { readonly reference: string; readonly taken: string },
  nowMs: number,
): Promise<void> {
  const entry = await findEntry(trx, taken)
  invariant(entry !== undefined, `the entry ${taken} of a refund is in the ledger`)
  const moved = await restoreEntry(trx, { reference, taken: entry }, nowMs)
  if (moved.kind !== 'moved') return
  const money = { reference, accountId: entry.account_id, amountTiyin: -entry.amount_tiyin }
  await resumeSubscriptions(trx, await passToOwner(trx, money, nowMs), nowMs)
}
