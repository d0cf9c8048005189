import { hasSession, putSession } from './session.ts'
import { tellSessionsChanged } from './session-changes.ts'
import { type AccountState, lockAccount } from '#server/accounts/account/account.ts'
import {
  type DeviceFacts,
  type DeviceRow,
  findDevice,
  freeSlots,
  occupiedSlots,
} from '#server/accounts/devices/device.ts'
import { isBanned } from '#server/accounts/devices/device-ban.ts'
import { shownModel } from '#server/accounts/devices/user-agent.ts'
import type { ModuleDeps } from './deps.ts'
import { chooseSlot } from '#server/accounts/account/rules.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { opaqueToken, tokenHash, uuid } from '#server/platform/primitives/ids.ts'

export interface SessionRequest {
  readonly accountId: number
  readonly device: DeviceFacts
  readonly clientAddress: string
  /** The device that releases its slot for this one. */
  readonly releaseDeviceId?: number | undefined
  /** The session that approved this one, which must be live while this one starts. */
  readonly letInBy?: string | undefined
  /** How the client proved its identity; for the audit. */
  readonly by: 'password' | 'television' | 'telegram' | 'registration'
}

export type StartedSession =
  | {
      readonly kind: 'begun'
      readonly token: string
      readonly abonement: string
      /** True when sessions were ended for it: every process must drop its cached sessions of the account. */
      readonly endedOthers: boolean
      readonly released: string | undefined
    }
  | { readonly kind: 'not_in_use'; readonly state: Exclude<AccountState, 'active'> }
  | { readonly kind: 'full'; readonly devices: readonly DeviceRow[] }
  | { readonly kind: 'device_not_found' }
  /** The staff has banned this device from the account. */
  | { readonly kind: 'banned' }
  /** There is no such account, its password has changed, or the session that approved this one has ended. */
  | { readonly kind: 'changed' }

/**
 * Gives a device one of the account's slots and starts its session. All checks run under the account's lock: an
 * account that is blocked, or whose password is changed, during a password check stays closed. `provenHash` is the
 * hash that the password was compared with. A refusal writes nothing.
 */
export async function beginSession(
  deps: Pick<ModuleDeps, 'clock' | 'random'>,
  trx: DbTransaction,
  request: SessionRequest,
  provenHash?: string,
): Promise<StartedSession> {
  const { accountId, device } = request
  const account = await lockAccount(trx, accountId)
  if (account === undefined) return { kind: 'changed' }
  if (provenHash !== undefined && account.password_hash !== provenHash) return { kind: 'changed' }
  if (request.letInBy !== undefined && !(await hasSession(trx, accountId, request.letInBy)))
    return { kind: 'changed' }
  if (account.state !== 'active') return { kind: 'not_in_use', state: account.state }
  if (await isBanned(trx, accountId, device.uid)) return { kind: 'banned' }
  const nowMs = deps.clock.nowMs()
  const taken = await takeSlot(trx, request, nowMs)
  if (taken.kind !== 'taken') return taken
  const token = opaqueToken(deps.random)
  const session = { sessionId: uuid(deps.random), tokenHash: tokenHash(token), accountId }
  const { clientAddress: address, letInBy } = request
  const seen = { slot: taken.slot, atMs: nowMs, address, letInBy }
  const hasReplaced = await putSession(trx, session, device, seen)
  if (taken.endedOthers && !hasReplaced) await tellSessionsChanged(trx, accountId)
  const endedOthers = taken.endedOthers || hasReplaced
  return { kind: 'begun', token, abonement: account.abonement, endedOthers, released: taken.released }
}

async function takeSlot(trx: DbTransaction, request: SessionRequest, nowMs: number) {
  const { accountId, device } = request
  const current = await occupiedSlots(trx, accountId, nowMs)
  const release = await releasedBy(trx, request, current)
  if (release === 'device_not_found') return { kind: release } as const
  // A device without a slot has no session either, so only those with one matter.
  const own = current.find((one) => one.uid === device.uid)
  const staying = current.filter((one) => one !== release)
  const choice = chooseSlot(staying, own?.deviceId)
  if (choice.kind === 'full') {
    return { kind: 'full', devices: current.filter((one) => one.hasLiveSession) } as const
  }
  const leaving = release === undefined || release === own ? [] : [release.deviceId]
  const endedOthers = await freeSlots(trx, [...new Set([...choice.freed, ...leaving])])
  const released = release === undefined ? undefined : release.name || shownModel(release.model)
  return { kind: 'taken', slot: choice.slot, endedOthers, released } as const
}

/** The device to release. If it has already lost its slot, nothing changes: a slot may or may not be free now. */
async function releasedBy<Held extends DeviceRow>(
  trx: DbTransaction,
  { accountId, releaseDeviceId }: SessionRequest,
  active: readonly Held[],
): Promise<Held | undefined | 'device_not_found'> {
  if (releaseDeviceId === undefined) return undefined
  const release = active.find((one) => one.deviceId === releaseDeviceId)
  if (release !== undefined) return release
  const existing = await findDevice(trx, accountId, releaseDeviceId)
  return existing === undefined ? 'device_not_found' : undefined
}
