import { normalAbonement } from '#server/accounts/accounts.ts'
import type { MerchantDeps, Subscriber } from './deps.ts'

/** The subscriber with this number; undefined when the account was closed. */
export async function findSubscriber(
  { accounts }: Pick<MerchantDeps, 'accounts'>,
  written: string,
): Promise<Subscriber | undefined> {
  const abonement = normalAbonement(written)
  if (abonement === undefined) return undefined
  const match = (await accounts.findByName(abonement)).find((one) => one.abonement === abonement)
  return match === undefined || match.state === 'deactivated' ? undefined : match
}
