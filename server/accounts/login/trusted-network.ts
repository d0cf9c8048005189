/** Networks from which an account's owner may log in while strangers guess its password from many networks. */
import { hasBeenIn } from '#server/accounts/devices/device.ts'
import type { ModuleDeps } from '#server/accounts/sessions/deps.ts'
import { networkOf } from '#server/platform/limits/networks.ts'

/**
 * How long a network may log in after a code was entered there; after a login its device is stored with the network.
 */
const trustMs = 3_600_000

/** Lets the network of `clientAddress` log in to the account for an hour: the owner has entered a code there. */
export async function trustNetwork(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  accountId: number,
  clientAddress: string,
): Promise<void> {
  const trusted_until = new Date(clock.nowMs() + trustMs)
  await db
    .insertInto('trusted_network')
    .values({ account_id: accountId, network: networkOf(clientAddress), trusted_until })
    .onConflict((conflict) => conflict.columns(['account_id', 'network']).doUpdateSet({ trusted_until }))
    .execute()
}

/** Whether the account was used in this network, or its owner entered a code there within the hour. */
export async function knowsNetwork(
  { db, clock }: Pick<ModuleDeps, 'db' | 'clock'>,
  accountId: number,
  network: string,
): Promise<boolean> {
  if (await hasBeenIn(db, accountId, network)) return true
  const trusted = await db
    .selectFrom('trusted_network')
    .select('network')
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('trusted_until', '>', new Date(clock.nowMs()))
    .executeTakeFirst()
  return trusted !== undefined
}
