/** The saved cards in the database. */
import type { Selectable } from 'kysely'
import type { GatewayCard } from '#server/cards/gateway/atmos-gateway.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { CardTable } from './tables.ts'

export type Card = Selectable<CardTable>

export function findCards(db: Db, accountId: number): Promise<Card[]> {
  return db
    .selectFrom('card')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .orderBy('is_main', 'desc')
    .orderBy('card_id')
    .limit(100)
    .execute()
}

export function findCard(db: Db, accountId: number, cardId: number): Promise<Card | undefined> {
  return db
    .selectFrom('card')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The saved card with this gateway id, of whichever account. */
export function findByGatewayId(db: Db | DbTransaction, gatewayCardId: string): Promise<Card | undefined> {
  return db
    .selectFrom('card')
    .selectAll()
    .where('gateway_card_id', '=', gatewayCardId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export interface ProvenCard extends GatewayCard {
  readonly mask: string
  readonly expiryYymm: string
}

/**
 * Saves a card whose owner has entered its code; the first of an account is its main one. Returns the row, the
 * existing one when the account has saved it already, and undefined when another account has.
 */
export async function saveCard(
  trx: DbTransaction,
  params: {
    readonly accountId: number
    readonly card: ProvenCard
    readonly seal: Seal
    readonly nowMs: number
  },
): Promise<Card | undefined> {
  const { accountId, card, seal, nowMs } = params
  // Two cards of one account at the same moment: only one of them becomes the main one.
  await trx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
  const main = await trx
    .selectFrom('card')
    .select('card_id')
    .where('account_id', '=', accountId)
    .where('is_main', '=', true)
    .executeTakeFirst()
  const made = await trx
    .insertInto('card')
    .values({
      account_id: accountId,
      gateway_card_id: card.gatewayCardId,
      token_sealed: seal.close(card.token),
      pan_mask: card.mask,
      expiry_yymm: card.expiryYymm,
      is_main: main === undefined,
      created_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.column('gateway_card_id').where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made !== undefined) return made
  const former = await findByGatewayId(trx, card.gatewayCardId)
  return former?.account_id === accountId ? former : undefined
}

/** False when the account has no such card. */
export function makeMain(db: Db, accountId: number, cardId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('account')
      .select('account_id')
      .where('account_id', '=', accountId)
      .forUpdate()
      .execute()
    const card = await findCard(trx, accountId, cardId)
    if (card === undefined) return false
    const all = trx.updateTable('card').where('account_id', '=', accountId)
    await all.set({ is_main: false }).where('is_main', '=', true).execute()
    await all.set({ is_main: true }).where('card_id', '=', cardId).execute()
    return true
  })
}

/** Deletes a card; when it was the main one, the newest of the others becomes it. */
export async function forgetCard(db: Db, card: Card, nowMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { account_id: accountId, card_id: cardId } = card
    await trx
      .selectFrom('account')
      .select('account_id')
      .where('account_id', '=', accountId)
      .forUpdate()
      .execute()
    await trx
      .updateTable('card')
      .set({ deleted_at: new Date(nowMs), is_main: false, auto_pay: false, token_sealed: '' })
      .where('card_id', '=', cardId)
      .execute()
    const left = await findCards(trx, accountId)
    const newest = left.at(-1)
    if (newest === undefined || left.some((one) => one.is_main)) return
    await trx.updateTable('card').set({ is_main: true }).where('card_id', '=', newest.card_id).execute()
  })
}
