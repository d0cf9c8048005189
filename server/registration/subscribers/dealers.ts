import { nextNumber } from './subscriber-number.ts'
import type { Db } from '#server/platform/database/database.ts'
import { derivedSecret } from '#server/platform/installation/secrets.ts'

/** A dealer who brings subscribers; a registration may name one. */
export interface Dealer {
  readonly dealerId: number
  readonly name: string
}

/** Dealers by their ids, each with the number of its registrations. */
export async function listDealers(db: Db): Promise<readonly (Dealer & { readonly registrations: number })[]> {
  return db
    .selectFrom('dealer')
    .leftJoin('registration', 'registration.dealer_id', 'dealer.dealer_id')
    .select(({ fn }) => [
      'dealer.dealer_id as dealerId',
      'dealer.name',
      fn.count<number>('registration.account_id').as('registrations'),
    ])
    .groupBy('dealer.dealer_id')
    .orderBy('dealer.dealer_id')
    .execute()
}

/** Creates or updates the dealer with this id; registrations may use it from then on. */
export async function putDealer(db: Db, { dealerId, name }: Dealer): Promise<void> {
  await db
    .insertInto('dealer')
    .values({ dealer_id: dealerId, name })
    .onConflict((conflict) => conflict.column('dealer_id').doUpdateSet({ name }))
    .execute()
}

/** The subscriber number that the next new subscriber would get; `secret` is the module's own. */
export function newSubscriberNumber(db: Db, secret: string): Promise<string> {
  return nextNumber(db, derivedSecret(secret, numberUse))
}

/** The derivation label of the subscriber numbers' secret. */
export const numberUse = 'subscriber numbers'
