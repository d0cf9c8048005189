import { opaqueToken, tokenHash, uuid } from '#server/platform/primitives/ids.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { StaffStage } from '#server/platform/primitives/staff-member.ts'
import type { StaffClient, StaffDeps } from '#server/staff/member/deps.ts'
import { sessionIdleMs, sessionLifeMs } from '#server/staff/member/rules.ts'

type Deps = Pick<StaffDeps, 'clock' | 'random'>

/** Starts a session of a member whose password was right; returns its token, which is stored only as a hash. */
export async function startSession(
  { clock, random }: Deps,
  db: Db | DbTransaction,
  params: { readonly staffId: number; readonly stage: StaffStage; readonly client: StaffClient },
): Promise<string> {
  const { staffId, stage, client } = params
  const nowMs = clock.nowMs()
  const token = opaqueToken(random)
  await db
    .insertInto('staff_session')
    .values({
      session_id: uuid(random),
      token_hash: tokenHash(token),
      staff_id: staffId,
      stage,
      created_at: new Date(nowMs),
      last_seen_at: new Date(nowMs),
      expires_at: new Date(nowMs + sessionLifeMs[stage]),
      address: client.address.slice(0, 64),
      network: networkOf(client.address),
      device: client.device.slice(0, 200),
    })
    .execute()
  return token
}

/**
 * The second factor was proven or set up: the session is a full one from now on, under a new token, so that one that
 * was seen before opens nothing. Undefined when it has ended, or was completed meanwhile.
 */
export async function completeSession(
  { clock, random }: Deps,
  trx: DbTransaction,
  { sessionId, stage }: { readonly sessionId: string; readonly stage: StaffStage },
): Promise<string | undefined> {
  const now = new Date(clock.nowMs())
  const token = opaqueToken(random)
  const completed = await trx
    .updateTable('staff_session')
    .set({
      token_hash: tokenHash(token),
      stage: 'full',
      last_seen_at: now,
      expires_at: new Date(now.getTime() + sessionLifeMs.full),
      stepped_up_at: now,
      challenge: null,
      new_totp_sealed: null,
    })
    .where('session_id', '=', sessionId)
    .where('stage', '=', stage)
    .where('stage', '!=', 'full')
    .where('ended_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  if (completed === undefined) return undefined
  await trx
    .updateTable('staff')
    .set({ last_login_at: now })
    .where('staff_id', '=', completed.staff_id)
    .execute()
  return token
}

/** Who they are was just proven again. */
export async function markSteppedUp(db: Db, sessionId: string, nowMs: number): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ stepped_up_at: new Date(nowMs) })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Ends one session of a member; false when it has already ended. */
export async function endSession(
  db: Db,
  nowMs: number,
  { staffId, sessionId }: { readonly staffId: number; readonly sessionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff_session')
    .set({ ended_at: new Date(nowMs) })
    .where('session_id', '=', sessionId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Ends every live session of a member but one; returns how many. */
export async function endSessions(
  db: Db | DbTransaction,
  nowMs: number,
  staffId: number,
  sessionIdToKeep?: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('staff_session')
    .set({ ended_at: new Date(nowMs) })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    // The others are over by themselves, and stay so.
    .where('expires_at', '>', new Date(nowMs))
    .where('last_seen_at', '>', new Date(nowMs - sessionIdleMs))
    .$if(sessionIdToKeep !== undefined, (query) => query.where('session_id', '!=', sessionIdToKeep ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A live session, as its owner sees it. Times are unix milliseconds. */
export interface LiveSession {
  readonly sessionId: string
  readonly createdMs: number
  readonly lastSeenMs: number
  readonly address: string
  readonly device: string
}

/** The sessions that are logged in, the latest seen first. */
export async function listSessions(
  { db, clock }: Pick<StaffDeps, 'db' | 'clock'>,
  staffId: number,
): Promise<readonly LiveSession[]> {
  const nowMs = clock.nowMs()
  const rows = await db
    .selectFrom('staff_session')
    .select(['session_id', 'created_at', 'last_seen_at', 'address', 'device'])
    .where('staff_id', '=', staffId)
    .where('stage', '=', 'full')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .where('last_seen_at', '>', new Date(nowMs - sessionIdleMs))
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    sessionId: row.session_id,
    createdMs: row.created_at.getTime(),
    lastSeenMs: row.last_seen_at.getTime(),
    address: row.address,
    device: row.device,
  }))
}

/** Whether the member was logged in from this network before, within the memory of sessions. */
export async function wasInNetwork(db: Db, staffId: number, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_session')
    .select('session_id')
    .where('staff_id', '=', staffId)
    .where('network', '=', network)
    .where('stage', '=', 'full')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
