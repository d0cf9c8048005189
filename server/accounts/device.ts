import type { HeldPlace } from './rules.ts'
import { sessionIdleMs } from './rules.ts'
import type { DbTransaction } from '#server/platform/database.ts'

/** What a device says of itself at a login. */
export interface DeviceFacts {
  readonly uid: string
  readonly serial: string
  readonly model: string
}

/** The places of an account that are held, each with whether its session still lives at `nowMs`. */
export async function heldPlaces(
  trx: DbTransaction,
  accountId: number,
  nowMs: number,
): Promise<readonly HeldPlace[]> {
  const rows = await trx
    .selectFrom('device')
    .leftJoin('session', 'session.device_id', 'device.device_id')
    .select(['device.device_id', 'device.place', 'session.expires_at', 'session.last_seen_at'])
    .where('device.account_id', '=', accountId)
    .where('device.place', 'is not', null)
    .execute()
  return rows.map((row) => ({
    deviceId: row.device_id,
    place: row.place ?? 0,
    hasLiveSession:
      row.expires_at !== null &&
      row.last_seen_at !== null &&
      Math.min(row.expires_at.getTime(), row.last_seen_at.getTime() + sessionIdleMs) > nowMs,
  }))
}

export async function findDevice(
  trx: DbTransaction,
  accountId: number,
  uid: string,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('device')
    .select('device_id')
    .where('account_id', '=', accountId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.device_id
}

/** Takes the places from devices; they stay known. */
export async function freePlaces(trx: DbTransaction, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return
  await trx.deleteFrom('session').where('device_id', 'in', deviceIds).execute()
  await trx.updateTable('device').set({ place: null }).where('device_id', 'in', deviceIds).execute()
}

/** Writes the device down with its place and gives its id. */
export async function putDevice(
  trx: DbTransaction,
  accountId: number,
  device: DeviceFacts,
  place: number,
  nowMs: number,
): Promise<number> {
  const now = new Date(nowMs)
  const row = await trx
    .insertInto('device')
    .values({
      account_id: accountId,
      uid: device.uid,
      serial: device.serial,
      model: device.model,
      place,
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'uid'])
        .doUpdateSet({ serial: device.serial, model: device.model, place, last_seen_at: now }),
    )
    .returning('device_id')
    .executeTakeFirstOrThrow()
  return row.device_id
}
