import type { Waiting } from './waiting.ts'
import type { Accounts, DeviceRow } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'

/** The dependencies of this module's use cases. */
export interface RemoteControlDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** The devices that are logged in, each with its session: only these can control or be controlled. */
  readonly accounts: Pick<Accounts, 'listDevices'>
  readonly audit: Pick<Audit, 'record'>
  readonly waiting: Waiting
}

/** A device of the account with a live session. */
export type LiveDevice = DeviceRow & { readonly sessionId: string }

/** The devices of an account that are logged in. */
export async function liveDevices(
  { accounts }: Pick<RemoteControlDeps, 'accounts'>,
  accountId: number,
): Promise<readonly LiveDevice[]> {
  const devices = await accounts.listDevices(accountId)
  return devices.filter((device): device is LiveDevice => device.sessionId !== null)
}
