import type { Term } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ProfileKey } from '#server/platform/primitives/viewer.ts'

export interface Grant extends Term {
  readonly vid: number
  readonly vfid: number
  readonly deviceId: number
  /** The profile on the device that saved it. */
  readonly profileNo: number
}

/** Grants of one account are serialized, so that two concurrent ones cannot both take the last place. */
export async function lockGrants(trx: DbTransaction, accountId: number): Promise<void> {
  await trx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .execute()
}

/** All grants of the account's devices; a device that is logged out has none until its next login. */
export async function grantsOf(db: Db | DbTransaction, accountId: number): Promise<readonly Grant[]> {
  const rows = await db
    .selectFrom('download_grant')
    .innerJoin('device', 'device.device_id', 'download_grant.device_id')
    .selectAll('download_grant')
    .where('download_grant.account_id', '=', accountId)
    .where('device.place', 'is not', null)
    .orderBy('granted_at')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    vid: row.vid,
    vfid: row.vfid,
    deviceId: row.device_id,
    profileNo: row.profile_no,
    grantedMs: row.granted_at.getTime(),
    startedMs: row.started_at?.getTime() ?? null,
  }))
}

/** Starts a term, and replaces a former one. */
export async function writeGrant(trx: DbTransaction, accountId: number, grant: Grant): Promise<void> {
  const term = { granted_at: new Date(grant.grantedMs), started_at: null, vid: grant.vid }
  await trx
    .insertInto('download_grant')
    .values({
      ...{ account_id: accountId, device_id: grant.deviceId, profile_no: grant.profileNo },
      ...{ vfid: grant.vfid, ...term },
    })
    .onConflict((on) => on.columns(['device_id', 'profile_no', 'vfid']).doUpdateSet(term))
    .execute()
}

/** Only the first watching counts: a later one changes nothing. */
export async function noteStart(
  db: Db,
  { deviceId, profileNo, vfid }: Pick<Grant, 'deviceId' | 'profileNo' | 'vfid'>,
  startedMs: number,
): Promise<void> {
  await db
    .updateTable('download_grant')
    .set({ started_at: new Date(startedMs) })
    .where('device_id', '=', deviceId)
    .where('profile_no', '=', profileNo)
    .where('vfid', '=', vfid)
    .where((is) => is.or([is('started_at', 'is', null), is('started_at', '>', new Date(startedMs))]))
    .execute()
}

export async function removeGrants(
  db: Db,
  { deviceId, profileNo }: Pick<Grant, 'deviceId' | 'profileNo'>,
  vfids: readonly number[],
): Promise<void> {
  if (vfids.length === 0) return
  await db
    .deleteFrom('download_grant')
    .where('device_id', '=', deviceId)
    .where('profile_no', '=', profileNo)
    .where('vfid', 'in', [...vfids])
    .execute()
}

/** Deletes the downloads of a profile on all devices, in the transaction that removes it. */
export async function forgetDownloadsOf(
  trx: DbTransaction,
  { accountId, profileNo }: ProfileKey,
): Promise<void> {
  await trx
    .deleteFrom('download_grant')
    .where('account_id', '=', accountId)
    .where('profile_no', '=', profileNo)
    .execute()
}
