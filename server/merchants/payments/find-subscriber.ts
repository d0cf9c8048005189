import { normalAbonement } from '#server/accounts/accounts.ts'
import type { MerchantDeps, Payer } from './deps.ts'

/**
 * The subscriber with this number, or the one that it was merged into; undefined when the account was closed. Payments of
 * both accounts are this subscriber's: see `isOwn`.
 */
export async function findSubscriber(
  { accounts, db }: Pick<MerchantDeps, 'accounts' | 'db'>,
  written: string,
): Promise<Payer | undefined> {
  const abonement = normalAbonement(written)
  if (abonement === undefined) return undefined
  const match = (await accounts.findByName(abonement)).find((one) => one.abonement === abonement)
  if (match === undefined || match.state !== 'deactivated') return match
  const owner = await db
    .selectFrom('account as own')
    .innerJoin('account as owner', 'owner.account_id', 'own.merged_into')
    .select(['owner.account_id as accountId', 'owner.abonement', 'owner.name'])
    .where('own.account_id', '=', match.accountId)
    .where('owner.state', '<>', 'deactivated')
    .executeTakeFirst()
  return owner === undefined ? undefined : { ...owner, formerId: match.accountId }
}

/** Whether a payment is of this subscriber, also when it began before the accounts were merged. */
export function isOwn({ accountId, formerId }: Payer, payment: { readonly accountId: number }): boolean {
  return payment.accountId === accountId || payment.accountId === formerId
}
