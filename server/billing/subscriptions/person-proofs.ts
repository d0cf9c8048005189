import { createHash } from 'node:crypto'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** Cards of one account that are checked; a person does not bind so many. */
const maxCards = 1000

/** All proofs of the person of an account, each once; none when it has neither a phone nor a card. */
export async function personProofs(db: Db | DbTransaction, accountId: number): Promise<readonly string[]> {
  const account = await db
    .selectFrom('account')
    .select('phone')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const cards = await db
    .selectFrom('card')
    .select(['gateway_card_id', 'deleted_at'])
    .where('account_id', '=', accountId)
    .orderBy('card_id')
    .limit(maxCards)
    .execute()
  const phone = account?.phone ?? null
  if (phone === null && cards.every((card) => card.deleted_at !== null)) return []
  const proofs = new Set([
    ...(phone === null ? [] : [digestOf(`phone ${phone}`)]),
    ...cards.map((card) => digestOf(`card ${card.gateway_card_id}`)),
  ])
  return [...proofs]
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}
