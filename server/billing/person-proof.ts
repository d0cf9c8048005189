import { createHash } from 'node:crypto'
import type { Db, DbTransaction } from '#server/platform/database.ts'
import type { PromotionUseTable } from '#server/platform/tables/billing.ts'

export type PersonProof =
  | { readonly kind: 'proven'; readonly proof: string }
  /** The account has neither a phone nor a card. */
  | { readonly kind: 'unproven' }
  /** Whoever has this phone or these cards has had it, with another account. */
  | { readonly kind: 'had' }

/** Cards of one account that are looked at. */
const mostCards = 20

/**
 * What shows that a person stands behind an account: its phone, which is only ever one that a code was entered from, or
 * a card that its owner's bank confirmed. Each takes a promotion once, whatever account it is moved to: accounts cost
 * nothing, phones and cards do.
 */
export async function proofOfPerson(
  db: Db | DbTransaction,
  accountId: number,
  { promotionId, kind }: { readonly promotionId: number; readonly kind: PromotionUseTable['kind'] },
): Promise<PersonProof> {
  const account = await db
    .selectFrom('account')
    .select('phone')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const cards = await db
    .selectFrom('card')
    .select('gateway_card_id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('card_id')
    .limit(mostCards)
    .execute()
  const phone = account?.phone ?? null
  const proofs = [
    ...(phone === null ? [] : [digestOf(`phone ${phone}`)]),
    ...cards.map((card) => digestOf(`card ${card.gateway_card_id}`)),
  ]
  if (proofs.length === 0) return { kind: 'unproven' }
  const had = await db
    .selectFrom('promotion_use')
    .select('proof')
    .where('proof', 'in', proofs)
    .where((on) => (kind === 'code' ? on('promotion_id', '=', promotionId) : on('kind', '=', kind)))
    .execute()
  const free = proofs.find((proof) => !had.some((one) => one.proof === proof))
  return free === undefined ? { kind: 'had' } : { kind: 'proven', proof: free }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
