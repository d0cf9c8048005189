import type { DbTransaction } from '#server/platform/database/database.ts'
import { findEntry, reverseEntry, type Reversal, type ReversalResult } from './ledger.ts'
import { bringFromOwner, passToOwner } from './owner.ts'

/**
 * Reverses an entry with another one. A top-up is not reversed beyond the balance (`insufficient`). Of an account that was
 * merged into another, the other one pays, and gets what is returned.
 */
export async function reverseMoney(
  trx: DbTransaction,
  request: Reversal,
  nowMs: number,
): Promise<ReversalResult> {
  const { reference } = request
  const original = await findEntry(trx, request.of)
  const { account_id: accountId, amount_tiyin: added } = original ?? { account_id: 0, amount_tiyin: 0 }
  const money = { accountId, amountTiyin: request.amountTiyin ?? Math.abs(added), reference }
  const reversed = await reverseEntry(trx, request, nowMs, async () =>
    added > 0 ? bringFromOwner(trx, money, nowMs) : 0,
  )
  if (reversed.kind === 'moved' && added < 0) await passToOwner(trx, money, nowMs)
  return reversed
}
