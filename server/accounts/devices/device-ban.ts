/** Devices that may not log in to an account again. */
import type { DeviceKind } from './user-agent.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'

export interface BannedDevice {
  /** The device's own number: a browser that forgot its data comes with another. */
  readonly uid: string
  readonly kind: DeviceKind
  readonly name: string
  /** As reported; `shownModel` makes it readable. */
  readonly model: string
  readonly reason: string
  /** '' for an operator at the command line. */
  readonly byName: string
  readonly atMs: number
}

/** Bans of one account are listed up to this many. */
const maxListed = 100

export async function isBanned(db: Db | DbTransaction, accountId: number, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('device_ban')
    .select('uid')
    .where('account_id', '=', accountId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** The banned devices of an account, the latest first. */
export async function bannedDevices(db: Db, accountId: number): Promise<readonly BannedDevice[]> {
  const rows = await db
    .selectFrom('device_ban')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('banned_at', 'desc')
    .orderBy('uid')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    ...{ uid: row.uid, kind: row.kind, name: row.name, model: row.model, reason: row.reason },
    ...{ byName: row.banned_by, atMs: row.banned_at.getTime() },
  }))
}
