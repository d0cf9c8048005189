/** The tokens of devices. A session has at most one of each service, so an account has at most ten. */
import { sql } from 'kysely'
import type { PushServiceName } from '#contract/accounts/push-devices.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

export interface Registration {
  readonly viewer: Viewer
  readonly service: PushServiceName
  readonly token: string
  /** The language of its messages. */
  readonly language: Language
}

/**
 * Stores the token of a session's device. Another session, also of another account, loses it: one app on one device
 * belongs to whom it was registered for last. `ended`: there is no such session any more.
 */
export function registerDevice(
  db: Db,
  { viewer, service, token: sent, language }: Registration,
  nowMs: number,
): Promise<'registered' | 'ended'> {
  const token = plainToken(service, sent)
  return db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom('session')
      .select('session_id')
      .where('session_id', '=', viewer.sessionId)
      .where('account_id', '=', viewer.accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (session === undefined) return 'ended'
    // Two sessions that register the same token come one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${service} ${token}`}, 0))`.execute(trx)
    await trx
      .deleteFrom('push_device')
      .where('service', '=', service)
      .where('token', '=', token)
      .where('session_id', '!=', viewer.sessionId)
      .execute()
    const stored = { token, language, registered_at: new Date(nowMs) }
    await trx
      .insertInto('push_device')
      .values({ session_id: viewer.sessionId, service, ...stored })
      .onConflict((conflict) => conflict.columns(['session_id', 'service']).doUpdateSet(stored))
      .execute()
    return 'registered'
  })
}

/** Deletes a token of this account, whichever of its sessions registered it. */
export async function removeDevice(db: Db, accountId: number, token: string): Promise<void> {
  await db
    .deleteFrom('push_device')
    .where('token', 'in', [...new Set([token, token.toLowerCase()])])
    .where((on) => on.or([on('token', '=', token), on('service', '=', 'apns')]))
    .where('session_id', 'in', (query) =>
      query.selectFrom('session').select('session_id').where('account_id', '=', accountId),
    )
    .execute()
}

/**
 * Deletes a token that its service no longer accepts, with its deliveries. One that was registered after `sinceMs`, or
 * was replaced meanwhile, stays.
 */
export async function deleteGone(
  db: Db,
  gone: { readonly deviceId: number; readonly token: string; readonly sinceMs: number | undefined },
): Promise<boolean> {
  const { sinceMs } = gone
  const deleted = await db
    .deleteFrom('push_device')
    .where('push_device_id', '=', gone.deviceId)
    .where('token', '=', gone.token)
    .$if(sinceMs !== undefined, (query) => query.where('registered_at', '<=', new Date(sinceMs ?? 0)))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows) > 0
}

/** APNs tokens are hexadecimal digits, in either case. */
function plainToken(service: PushServiceName, token: string): string {
  return service === 'apns' ? token.toLowerCase() : token
}

/** The language of the app of an account that registered last; '' when none has. */
export async function languageOfDevices(db: Db, accountId: number): Promise<string> {
  const row = await db
    .selectFrom('push_device')
    .innerJoin('session', 'session.session_id', 'push_device.session_id')
    .select('push_device.language')
    .where('session.account_id', '=', accountId)
    .orderBy('registered_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.language ?? ''
}
