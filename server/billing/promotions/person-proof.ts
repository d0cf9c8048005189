import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { PromotionUseTable } from '#server/billing/ledger/tables.ts'
import { personProofs } from '#server/billing/subscriptions/person-proofs.ts'

export type PersonProof =
  /** All proofs of the person, at least one. */
  | { readonly kind: 'proven'; readonly proofs: readonly string[] }
  /** The account has neither a phone nor a card. */
  | { readonly kind: 'unproven' }
  /** This phone or one of these cards has used it, with another account. */
  | { readonly kind: 'had' }

/**
 * The proof that a person stands behind an account: its phone, which was confirmed by a code, and cards that their
 * owner's bank confirmed. One phone or one card is one person, whatever account it is moved to: what was taken with
 * any of them is not given again, so that a phone with five cards has it once and not five times. Cards that were
 * removed from the account count against it, but prove no person by themselves.
 */
export async function proofOfPerson(
  db: Db | DbTransaction,
  accountId: number,
  { promotionId, kind }: { readonly promotionId: number; readonly kind: PromotionUseTable['kind'] },
): Promise<PersonProof> {
  const proofs = await personProofs(db, accountId)
  if (proofs.length === 0) return { kind: 'unproven' }
  const had = await db
    .selectFrom('promotion_proof')
    .select('proof')
    .where('proof', 'in', proofs)
    .where((on) => (kind === 'code' ? on('promotion_id', '=', promotionId) : on('kind', '=', kind)))
    .limit(1)
    .executeTakeFirst()
  return had === undefined ? { kind: 'proven', proofs } : { kind: 'had' }
}
