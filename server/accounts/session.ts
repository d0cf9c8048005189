import { sql } from 'kysely'
import { sessionLifeMs } from './rules.ts'
import type { Db, DbTransaction } from '#server/platform/database.ts'

/** A session as it is found by its token. */
export interface StoredSession {
  readonly sessionId: string
  readonly accountId: number
  readonly deviceId: number
  readonly lastSeenMs: number
  readonly expiresMs: number
}

/** Finds the session of a token, if its account may be used. */
export async function findSession(db: Db, tokenHash: string): Promise<StoredSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.account_id', 'session.account_id')
    .select(['session_id', 'session.account_id', 'device_id', 'last_seen_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('account.state', '=', 'active')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    sessionId: row.session_id,
    accountId: row.account_id,
    deviceId: row.device_id,
    lastSeenMs: row.last_seen_at.getTime(),
    expiresMs: row.expires_at.getTime(),
  }
}

export interface NewSession {
  readonly sessionId: string
  readonly tokenHash: string
  readonly accountId: number
  readonly deviceId: number
}

/** Begins a session; the one the device had before ends, and its token's hash is given back. */
export async function replaceSession(
  trx: DbTransaction,
  session: NewSession,
  nowMs: number,
): Promise<string | undefined> {
  const former = await trx
    .deleteFrom('session')
    .where('device_id', '=', session.deviceId)
    .returning('token_hash')
    .executeTakeFirst()
  await trx
    .insertInto('session')
    .values({
      session_id: session.sessionId,
      token_hash: session.tokenHash,
      account_id: session.accountId,
      device_id: session.deviceId,
      created_at: new Date(nowMs),
      last_seen_at: new Date(nowMs),
      expires_at: new Date(nowMs + sessionLifeMs),
    })
    .execute()
  return former?.token_hash
}

/** Ends a session and frees its device's place; gives back the hash of its token. */
export async function endSession(db: Db, sessionId: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('session')
      .where('session_id', '=', sessionId)
      .returning(['token_hash', 'device_id'])
      .executeTakeFirst()
    if (ended === undefined) return undefined
    await trx.updateTable('device').set({ place: null }).where('device_id', '=', ended.device_id).execute()
    return ended.token_hash
  })
}

/** Ends every session of an account; gives back the hashes of their tokens. */
export async function endSessionsOf(db: Db, accountId: number): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .returning('token_hash')
      .execute()
    await trx.updateTable('device').set({ place: null }).where('account_id', '=', accountId).execute()
    return ended.map((row) => row.token_hash)
  })
}

/** Writes "last seen" of a session and its device, never backwards. */
export async function markSeen(
  db: Db,
  session: { readonly sessionId: string; readonly deviceId: number },
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs)
  await db
    .with('seen', (query) =>
      query
        .updateTable('session')
        .set({ last_seen_at: sql<Date>`greatest(last_seen_at, ${now})` })
        .where('session_id', '=', session.sessionId)
        .returning('device_id'),
    )
    .updateTable('device')
    .set({ last_seen_at: sql<Date>`greatest(last_seen_at, ${now})` })
    .where('device_id', 'in', (query) => query.selectFrom('seen').select('device_id'))
    .execute()
}
