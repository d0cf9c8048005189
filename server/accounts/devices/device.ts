import type { DeviceKind } from './user-agent.ts'
import { type DeviceSlot, sessionEndMs } from '#server/accounts/account/rules.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

/** What a device reports at a login. */
export interface DeviceFacts {
  /** Its own number, 1 to 100 characters. */
  readonly uid: string
  readonly serial: string
  /** A model's name or a browser's user agent, as reported. */
  readonly model: string
  readonly kind: DeviceKind
  /** True when the request has the same number in its device header: the session then works only with that number. */
  readonly isBound: boolean
}

/** A device that holds a slot. */
export interface DeviceRow {
  readonly deviceId: number
  /** Its own number; never shown. */
  readonly uid: string
  readonly kind: DeviceKind
  readonly name: string
  /** As reported; `shownModel` makes it readable. */
  readonly model: string
  readonly slot: number
  readonly firstSeenMs: number
  readonly lastSeenMs: number
  readonly address: string
  readonly isCurrent: boolean
  /** The session on it; null for a slot whose session is gone. */
  readonly sessionId: string | null
}

interface PlacedDevice extends DeviceRow {
  readonly hasLiveSession: boolean
}

/** The used slots of an account, each with whether its session is live at `nowMs`. */
export async function occupiedSlots(
  db: Db,
  accountId: number,
  nowMs: number,
  currentSessionId?: string,
): Promise<readonly (DeviceSlot & PlacedDevice)[]> {
  const rows = await db
    .selectFrom('device')
    .leftJoin('session', 'session.device_id', 'device.device_id')
    .select([
      'device.device_id',
      'device.uid',
      'device.kind',
      'device.name',
      'device.model',
      'device.place',
      'device.first_seen_at',
      'device.last_seen_at',
      'device.last_address',
      'session.session_id',
      'session.expires_at',
      'session.last_seen_at as used_at',
    ])
    .where('device.account_id', '=', accountId)
    .where('device.place', 'is not', null)
    .orderBy('device.last_seen_at', 'desc')
    .orderBy('device.device_id')
    .execute()
  return rows.map((row) => ({
    deviceId: row.device_id,
    uid: row.uid,
    kind: row.kind,
    name: row.name,
    model: row.model,
    slot: row.place ?? 0,
    firstSeenMs: row.first_seen_at.getTime(),
    lastSeenMs: row.last_seen_at.getTime(),
    address: row.last_address,
    sessionId: row.session_id,
    isCurrent: row.session_id !== null && row.session_id === currentSessionId,
    hasLiveSession:
      row.expires_at !== null &&
      row.used_at !== null &&
      sessionEndMs({ expiresMs: row.expires_at.getTime(), lastSeenMs: row.used_at.getTime() }) > nowMs,
  }))
}

/** The devices of an account that are logged in: the requesting one first, then the latest seen first. */
export async function devicesInDetails(
  db: Db,
  accountId: number,
  nowMs: number,
  currentSessionId?: string,
): Promise<readonly DeviceRow[]> {
  const current = await occupiedSlots(db, accountId, nowMs, currentSessionId)
  const living = current.filter((one) => one.hasLiveSession)
  return [...living.filter((one) => one.isCurrent), ...living.filter((one) => !one.isCurrent)]
}

/** More devices than a person has; only the latest seen ones are checked. */
const maxRemembered = 200

/** Whether a device of the account, logged in or stored, was last seen in this network. */
export async function hasBeenIn(db: Db, accountId: number, network: string): Promise<boolean> {
  const rows = await db
    .selectFrom('device')
    .select('last_address')
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .limit(maxRemembered)
    .execute()
  return rows.some((row) => networkOf(row.last_address) === network)
}

export interface StoredDevice {
  readonly slot: number | null
  readonly name: string
  readonly model: string
}

/** A device of the account, with a slot or without. */
export async function findDevice(
  trx: DbTransaction,
  accountId: number,
  deviceId: number,
): Promise<StoredDevice | undefined> {
  return trx
    .selectFrom('device')
    .select(['place as slot', 'name', 'model'])
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
}

/**
 * Frees the slots of devices and ends their sessions; the devices stay stored. Sessions are locked before devices,
 * here as everywhere, so that two transactions never deadlock. True when a session was ended.
 */
export async function freeSlots(trx: DbTransaction, deviceIds: readonly number[]): Promise<boolean> {
  if (deviceIds.length === 0) return false
  const ended = await trx.deleteFrom('session').where('device_id', 'in', deviceIds).executeTakeFirst()
  await trx.updateTable('device').set({ place: null }).where('device_id', 'in', deviceIds).execute()
  return ended.numDeletedRows > 0n
}

/** Names a device that holds a slot; false when the account has no such device. */
export async function nameDevice(
  db: Db | DbTransaction,
  accountId: number,
  deviceId: number,
  name: string,
): Promise<boolean> {
  const named = await db
    .updateTable('device')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .where('place', 'is not', null)
    .executeTakeFirst()
  return named.numUpdatedRows > 0n
}
