import { balanceTiyin, lockLedgerAccount, moveMoney } from './ledger.ts'
import type { DbTransaction } from '#server/platform/database.ts'

/** Money that came in from outside, or that goes back there. */
export interface TopUp {
  readonly accountId: number
  /** Whole, above 0. */
  readonly amountTiyin: number
  /** Names what happened, once for ever: `payme:<their id>`. */
  readonly reference: string
}

/** Adds a top-up to the deposit in the caller's transaction; false when this reference was added before. */
export function topUpDeposit(trx: DbTransaction, topUp: TopUp, nowMs: number): Promise<boolean> {
  return moveMoney(trx, { ...topUp, kind: 'top_up', against: 'payments' }, nowMs)
}

/**
 * Takes a top-up back out of the deposit in the caller's transaction. `not_covered` when the deposit holds less: the
 * money was used, and nothing is changed.
 */
export async function takeBackTopUp(
  trx: DbTransaction,
  topUp: TopUp,
  nowMs: number,
): Promise<'taken' | 'taken_before' | 'not_covered'> {
  // Held before it is read, so that nothing is spent in between.
  await lockLedgerAccount(trx, topUp.accountId)
  if ((await balanceTiyin(trx, topUp.accountId)) < topUp.amountTiyin) return 'not_covered'
  const { accountId, amountTiyin } = topUp
  const reference = `${topUp.reference}:reversal`
  const movement = {
    accountId,
    reference,
    amountTiyin: -amountTiyin,
    kind: 'refund',
    against: 'payments',
  } as const
  return (await moveMoney(trx, movement, nowMs)) ? 'taken' : 'taken_before'
}
