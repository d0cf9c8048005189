/** The rows of `tv_login`. Every change is one statement that checks the state it starts from, so it happens once. */
import { sql } from 'kysely'
import { type Polled, earlyMs, maxIntervalSec, slowDownSec } from './rules.ts'
import type { DeviceFacts } from '#server/accounts/accounts.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'

type DeviceKind = DeviceFacts['kind']

/** A television that requests a login. */
export interface NewRequest {
  readonly deviceCodeHash: string
  readonly userCode: string
  readonly device: Pick<DeviceFacts, 'uid' | 'model' | 'kind' | 'isBound'>
  readonly address: string
}

/** Stores the request, or returns false when its code is already pending. */
export async function insertRequest(
  db: Db,
  request: NewRequest,
  time: { readonly nowMs: number; readonly expiresMs: number; readonly intervalSec: number },
): Promise<boolean> {
  const written = await db
    .insertInto('tv_login')
    .values({
      device_code_hash: request.deviceCodeHash,
      user_code: request.userCode,
      device_uid: request.device.uid,
      device_model: request.device.model,
      device_kind: request.device.kind,
      address: request.address,
      is_bound: request.device.isBound,
      asked_at: new Date(time.nowMs),
      expires_at: new Date(time.expiresMs),
      interval_sec: time.intervalSec,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tv_login_id')
    .executeTakeFirst()
  return written !== undefined
}

/** Whether `max` or more requests are pending. */
export async function areTooMany(db: Db, nowMs: number, max: number): Promise<boolean> {
  const beyond = await db
    .selectFrom('tv_login')
    .select('tv_login_id')
    .where('state', 'in', ['pending', 'approved'])
    .where('expires_at', '>', new Date(nowMs))
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}

/** A request found by its code that can still be decided. */
export interface OpenRequest {
  readonly requestId: string
  readonly kind: DeviceKind
  readonly model: string
  readonly uid: string
  readonly address: string
  readonly requestedMs: number
  /** The account that approved it, while the television has not claimed its session. */
  readonly accountId: number | null
}

export async function findOpen(db: Db, userCode: string, nowMs: number): Promise<OpenRequest | undefined> {
  const row = await db
    .selectFrom('tv_login')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('state', 'in', ['pending', 'approved'])
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    requestId: row.tv_login_id,
    kind: row.device_kind,
    model: row.device_model,
    uid: row.device_uid,
    address: row.address,
    requestedMs: row.asked_at.getTime(),
    accountId: row.account_id,
  }
}

/** Approves it, if it is pending: of two concurrent decisions the first counts. */
export async function approve(
  db: Db,
  requestId: string,
  { accountId, sessionId }: Pick<Viewer, 'accountId' | 'sessionId'>,
  nowMs: number,
): Promise<'done' | 'gone'> {
  const done = await db
    .updateTable('tv_login')
    .set({ state: 'approved', account_id: accountId, let_in_by: sessionId })
    .where('tv_login_id', '=', requestId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return done.numUpdatedRows === 1n ? 'done' : 'gone'
}

/** Denies it, if it is pending, or if this account approved it and its session is not yet claimed. */
export async function deny(
  db: Db,
  requestId: string,
  accountId: number,
  nowMs: number,
): Promise<'done' | 'gone'> {
  const done = await db
    .updateTable('tv_login')
    .set({ state: 'denied', account_id: null, let_in_by: null })
    .where('tv_login_id', '=', requestId)
    .where((on) =>
      on.or([
        on('state', '=', 'pending'),
        on.and([on('state', '=', 'approved'), on('account_id', '=', accountId)]),
      ]),
    )
    .where('expires_at', '>', new Date(nowMs))
    .executeTakeFirst()
  return done.numUpdatedRows === 1n ? 'done' : 'gone'
}

/** The state a poll reads, and the row's facts for the session. */
export interface PolledRequest extends Polled {
  readonly requestId: string
  readonly uid: string
  readonly model: string
  readonly kind: DeviceKind
  readonly isBound: boolean
  /** The interval from now on: longer when the poll came too soon. */
  readonly nextIntervalSec: number
}

interface PolledRow {
  readonly tv_login_id: string
  readonly state: Polled['state']
  readonly expires_at: Date
  readonly former_polled_at: Date | null
  readonly former_interval_sec: number
  readonly interval_sec: number
  readonly device_uid: string
  readonly device_model: string
  readonly device_kind: DeviceKind
  readonly is_bound: boolean
}

/** Records the poll, and returns the previous state, in one statement. */
export async function markPolled(
  db: Db,
  deviceCodeHash: string,
  nowMs: number,
): Promise<PolledRequest | undefined> {
  const now = new Date(nowMs)
  const { rows } = await sql<PolledRow>`
    with former as (select * from tv_login where device_code_hash = ${deviceCodeHash} for update)
    update tv_login set
      polled_at = ${now},
      interval_sec = case
        when former.state = 'pending'
          and former.polled_at + former.interval_sec * interval '1 second' - ${earlyMs} * interval '1 millisecond' > ${now}
        then least(former.interval_sec + ${slowDownSec}, ${maxIntervalSec})
        else former.interval_sec end
    from former where tv_login.tv_login_id = former.tv_login_id
    returning former.tv_login_id, former.state, former.expires_at, former.polled_at as former_polled_at,
      former.interval_sec as former_interval_sec, tv_login.interval_sec, former.device_uid, former.device_model,
      former.device_kind, former.is_bound`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  return {
    requestId: row.tv_login_id,
    state: row.state,
    expiresMs: row.expires_at.getTime(),
    polledMs: row.former_polled_at?.getTime() ?? null,
    intervalSec: row.former_interval_sec,
    nextIntervalSec: row.interval_sec,
    uid: row.device_uid,
    model: row.device_model,
    kind: row.device_kind,
    isBound: row.is_bound,
  }
}

/** The account whose session a television gets, and the session that approved it. */
export interface Claim {
  readonly accountId: number
  readonly letInBy: string
}

/** Claims the one session of an approved request: the account for the first poll, nothing for the next. */
export async function claim(db: Db, requestId: string, nowMs: number): Promise<Claim | undefined> {
  const row = await db
    .updateTable('tv_login')
    .set({ state: 'used' })
    .where('tv_login_id', '=', requestId)
    .where('state', '=', 'approved')
    .where('expires_at', '>', new Date(nowMs))
    .returning(['account_id as accountId', 'let_in_by as letInBy'])
    .executeTakeFirst()
  if (row === undefined || row.accountId === null || row.letInBy === null) return undefined
  return { accountId: row.accountId, letInBy: row.letInBy }
}

/** Undoes a claim: no session was created. */
export async function giveBack(db: Db, requestId: string, state: 'approved' | 'denied'): Promise<void> {
  await db
    .updateTable('tv_login')
    .set(state === 'approved' ? { state } : { state, account_id: null, let_in_by: null })
    .where('tv_login_id', '=', requestId)
    .where('state', '=', 'used')
    .execute()
}
