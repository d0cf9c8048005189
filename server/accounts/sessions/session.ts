import { sql } from 'kysely'
import { sessionsChanged } from './sessions-changed.ts'
import { type ProfileColumns, profileAt, type SessionProfile, sessionProfileOf } from './session-profile.ts'
import type { AccountState } from '#server/accounts/account/account.ts'
import type { DeviceFacts } from '#server/accounts/devices/device.ts'
import type { DeviceKind } from '#server/accounts/devices/user-agent.ts'
import { formerTokenGraceMs, sessionLifeMs } from '#server/accounts/account/rules.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { ViewerProfile } from '#server/platform/primitives/viewer.ts'

/** A session as found by one of its tokens. */
export interface StoredSession extends SessionProfile {
  readonly sessionId: string
  readonly accountId: number
  readonly deviceId: number
  /** The device's own number, which every request of a bound session must send. */
  readonly deviceUid: string
  readonly isBound: boolean
  /** The kind of the device, as it named itself. */
  readonly deviceKind: DeviceKind
  /** State of the account: a blocked one keeps its sessions, and they are refused. */
  readonly state: AccountState
  readonly lastSeenMs: number
  readonly expiresMs: number
  /** When its token was first used, or issued at the login. */
  readonly tokenSinceMs: number
}

/** Which of its tokens matched: the current one, the issued but unused next one, or the former one. */
export type TokenRole = 'current' | 'next' | 'former'

export interface SessionMatch {
  readonly session: StoredSession
  readonly role: TokenRole
  /** Until when the former token is valid; 0 when there is none. */
  readonly formerUntilMs: number
}

const profileColumns = [
  'device.profile_no',
  'profile.profile_no as stored_profile_no',
  ...(['profile.is_child', 'profile.age_limit', 'profile.above_limit', 'profile.channel_ids'] as const),
  ...(['profile.hours_from', 'profile.hours_to', 'profile.minutes_per_day'] as const),
  'account_pin.on_purchases as pin_on_purchases',
  sql<boolean>`account_pin.pin_hash is not null`.as('has_pin'),
  'session.pin_proven_until',
  sql<ProfileColumns['opened']>`(
    select json_agg(json_build_object('kind', kind, 'id', item_id,
      'untilMs', (extract(epoch from open_until) * 1000)::bigint))
    from profile_opening where profile_opening.session_id = session.session_id)`.as('opened'),
] as const

/** Finds the session of a token, whatever the state of its account. Each of the three hashes has an index. */
export async function findSession(db: Db, hash: string): Promise<SessionMatch | undefined> {
  const row = await withProfile(db)
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .select(profileColumns)
    .select([
      'session.session_id',
      'session.account_id',
      'session.device_id',
      'session.is_bound',
      'session.last_seen_at',
      'session.expires_at',
      'session.created_at',
      'session.rotated_at',
      'session.token_hash',
      'session.next_token_hash',
      'session.former_until',
      'account.state',
      'device.uid',
      'device.kind',
    ])
    .where((on) =>
      on.or([
        on('token_hash', '=', hash),
        on('next_token_hash', '=', hash),
        on('former_token_hash', '=', hash),
      ]),
    )
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    session: {
      sessionId: row.session_id,
      accountId: row.account_id,
      deviceId: row.device_id,
      deviceUid: row.uid,
      isBound: row.is_bound,
      deviceKind: row.kind,
      state: row.state,
      lastSeenMs: row.last_seen_at.getTime(),
      expiresMs: row.expires_at.getTime(),
      tokenSinceMs: (row.rotated_at ?? row.created_at).getTime(),
      ...sessionProfileOf(row),
    },
    role: row.token_hash === hash ? 'current' : row.next_token_hash === hash ? 'next' : 'former',
    formerUntilMs: row.former_until?.getTime() ?? 0,
  }
}

/**
 * The profile that the device of a session uses at this moment, as its requests have it; undefined when there is no such
 * session.
 */
export async function profileOfSession(
  db: Db,
  sessionId: string,
  nowMs: number,
): Promise<ViewerProfile | undefined> {
  const row = await withProfile(db)
    .select(profileColumns)
    .where('session.session_id', '=', sessionId)
    .executeTakeFirst()
  return row === undefined ? undefined : profileAt(sessionProfileOf(row).profile, nowMs)
}

/** Sessions with their device, its profile and the PIN of the account. */
function withProfile(db: Db) {
  return db
    .selectFrom('session')
    .innerJoin('device', 'device.device_id', 'session.device_id')
    .leftJoin('profile', (join) =>
      join
        .onRef('profile.account_id', '=', 'session.account_id')
        .onRef('profile.profile_no', '=', 'device.profile_no'),
    )
    .leftJoin('account_pin', 'account_pin.account_id', 'session.account_id')
}

export interface NewSession {
  readonly sessionId: string
  readonly tokenHash: string
  readonly accountId: number
}

/** The slot of a device, and when and from where it was seen. */
export interface SeenDevice {
  readonly slot: number
  /** The session that lets a television in, whose profile it uses from now on; absent: it keeps its own. */
  readonly letInBy?: string | undefined
  readonly atMs: number
  readonly address: string
}

/**
 * Stores a device with its slot and starts a session on it, which replaces the one it had: one statement, since this
 * is most of a login's cost besides the hash. True when a session was replaced; other processes are notified.
 */
export async function putSession(
  trx: DbTransaction,
  session: NewSession,
  device: DeviceFacts,
  seen: SeenDevice,
): Promise<boolean> {
  const at = new Date(seen.atMs)
  const { accountId } = session
  const said = {
    serial: device.serial,
    model: device.model,
    kind: device.kind,
    place: seen.slot,
    last_seen_at: at,
    last_address: seen.address.slice(0, 64),
  }
  const started = {
    session_id: session.sessionId,
    token_hash: session.tokenHash,
    is_bound: device.isBound,
    created_at: at,
    last_seen_at: at,
    expires_at: new Date(seen.atMs + sessionLifeMs),
  }
  const unused = {
    ...{ rotated_at: null, next_token_hash: null, former_token_hash: null, former_until: null },
    pin_proven_until: null,
  }
  const profileNo = profileOfLogin(accountId, device.uid, seen.letInBy)
  const { rows } = await sql<{ replaced: boolean }>`
    with former as (
      select 1 from session join device using (device_id)
      where device.account_id = ${accountId} and device.uid = ${device.uid}
    ), placed as (${trx
      .insertInto('device')
      .values({ account_id: accountId, uid: device.uid, first_seen_at: at, ...said, profile_no: profileNo })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'uid']).doUpdateSet({ ...said, profile_no: profileNo }),
      )
      .returning('device_id')}
    ), begun as (${trx
      .insertInto('session')
      .values({ ...started, account_id: accountId, device_id: sql<number>`(select device_id from placed)` })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ ...started, ...unused }))}
    )
    select true as replaced, ${sessionsChanged(accountId)} from former`.execute(trx)
  return rows.length > 0
}

/**
 * The profile of a device that logs in: that of the session which lets it in, else the one that it had; the first one where
 * that was removed.
 */
function profileOfLogin(accountId: number, uid: string, letInBy: string | undefined) {
  const target =
    letInBy === undefined
      ? sql`select profile_no from device where account_id = ${accountId} and uid = ${uid}`
      : sql`select profile_no from device join session using (device_id) where session_id = ${letInBy}`
  return sql<number>`coalesce((
    select target.profile_no from (${target}) target
    where exists (select from profile where account_id = ${accountId} and profile_no = target.profile_no)
  ), 0)`
}

/** Whether this session of the account is still live. */
export async function hasSession(trx: DbTransaction, accountId: number, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a session and frees its device's slot; false when it had already ended. */
export async function endSession(trx: DbTransaction, sessionId: string): Promise<boolean> {
  const ended = await trx
    .deleteFrom('session')
    .where('session_id', '=', sessionId)
    .returning('device_id')
    .executeTakeFirst()
  if (ended === undefined) return false
  await trx.updateTable('device').set({ place: null }).where('device_id', '=', ended.device_id).execute()
  return true
}

/** Ends every session of an account but one, and frees the slots of all other devices; returns how many it ended. */
export async function endSessionsOf(
  trx: DbTransaction,
  accountId: number,
  sessionIdToKeep?: string,
): Promise<number> {
  const ended = await trx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(sessionIdToKeep !== undefined, (query) => query.where('session_id', '!=', sessionIdToKeep ?? ''))
    .returning('device_id')
    .execute()
  await trx
    .updateTable('device')
    .set({ place: null })
    .where('account_id', '=', accountId)
    .where('place', 'is not', null)
    .where('device_id', 'not in', (query) =>
      query.selectFrom('session').select('device_id').where('account_id', '=', accountId),
    )
    .execute()
  return ended.length
}

/** Stores a next token for a session whose current one still has `hash`. */
export async function offerToken(db: Db, sessionId: string, hash: string, nextHash: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ next_token_hash: nextHash })
    .where('session_id', '=', sessionId)
    .where('token_hash', '=', hash)
    .execute()
}

/** The next token is used for the first time: it becomes the current one, and the former one expires soon. */
export async function promoteToken(
  trx: DbTransaction,
  sessionId: string,
  nextHash: string,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('session')
    .set((on) => ({
      former_token_hash: on.ref('token_hash'),
      former_until: new Date(nowMs + formerTokenGraceMs),
      token_hash: nextHash,
      next_token_hash: null,
      rotated_at: new Date(nowMs),
    }))
    .where('session_id', '=', sessionId)
    .where('next_token_hash', '=', nextHash)
    .execute()
}

/** Writes "last seen" and the network of a session and its device, never backwards. */
export async function markSeen(
  db: Db,
  session: { readonly sessionId: string; readonly deviceId: number },
  seen: { readonly atMs: number; readonly address: string },
): Promise<void> {
  const at = new Date(seen.atMs)
  await db
    .with('seen', (query) =>
      query
        .updateTable('session')
        .set({ last_seen_at: sql<Date>`greatest(last_seen_at, ${at})` })
        .where('session_id', '=', session.sessionId)
        .returning('device_id'),
    )
    .updateTable('device')
    .set({
      last_seen_at: sql<Date>`greatest(last_seen_at, ${at})`,
      last_address: seen.address.slice(0, 64),
    })
    .where('device_id', 'in', (query) => query.selectFrom('seen').select('device_id'))
    .execute()
}
