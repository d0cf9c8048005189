import { freeSlots } from '#server/accounts/devices/device.ts'
import { shownModel } from '#server/accounts/devices/user-agent.ts'
import type { ModuleDeps } from './deps.ts'
import { type DoneBy, underLock } from './end-sessions.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'

export interface Ban {
  readonly deviceId: number
  /** 1 to 500 characters. */
  readonly reason: string
  /** The member of staff; '' for an operator at the command line. */
  readonly byName: string
}

type Deps = Pick<ModuleDeps, 'db' | 'recent' | 'audit' | 'clock'>

/** Ends the session of a device and refuses its later logins to the account; one that is logged out already too. */
export async function banDevice(
  deps: Deps,
  accountId: number,
  { deviceId, reason, byName }: Ban,
  by: DoneBy,
): Promise<'banned' | 'device_not_found'> {
  // Under the lock that logins take: one that runs now is refused, or ends here.
  const ban = async (trx: DbTransaction) => {
    const device = await trx
      .selectFrom('device')
      .select(['uid', 'kind', 'name', 'model'])
      .where('account_id', '=', accountId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    if (device === undefined) return undefined
    await trx
      .insertInto('device_ban')
      .values({
        ...{ account_id: accountId, ...device, reason },
        ...{ banned_by: byName, banned_at: new Date(deps.clock.nowMs()) },
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'uid']).doNothing())
      .execute()
    await freeSlots(trx, [deviceId])
    return { device: device.name || shownModel(device.model) }
  }
  const banned = await underLock(
    deps,
    accountId,
    ban,
    (done) => done && { ...by, event: 'device_banned', accountId, ...done, facts: { device_id: deviceId } },
  )
  return banned === undefined ? 'device_not_found' : 'banned'
}

/** Lets a banned device log in again. */
export async function unbanDevice(
  deps: Deps,
  accountId: number,
  uid: string,
  by: DoneBy,
): Promise<'unbanned' | 'device_not_found'> {
  return deps.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('device_ban')
      .where('account_id', '=', accountId)
      .where('uid', '=', uid)
      .returning(['name', 'model'])
      .executeTakeFirst()
    if (gone === undefined) return 'device_not_found'
    const device = gone.name || shownModel(gone.model)
    await deps.audit.recordIn(trx, { ...by, event: 'device_unbanned', accountId, device })
    return 'unbanned'
  })
}
