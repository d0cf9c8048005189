import type { RecentSessions } from './recent-sessions.ts'
import { lastSeenEveryMs, sessionEndMs } from './rules.ts'
import type { StoredSession } from './session.ts'
import { findSession, markSeen } from './session.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/http/bind-contract.ts'
import { tokenHash } from '#server/platform/ids.ts'

export interface AuthenticateNeeds {
  readonly db: Db
  readonly clock: Clock
  readonly recent: RecentSessions
}

/** Whose token this is, or undefined for one that is none of ours, has ended, or belongs to an account not in use. */
export async function authenticate(needs: AuthenticateNeeds, token: string): Promise<Viewer | undefined> {
  // Ours are 256 bits as 43 letters; anything else is not worth a look.
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const hash = tokenHash(token)
  const nowMs = needs.clock.nowMs()
  const session = needs.recent.find(hash, nowMs) ?? (await foundNow(needs, hash, nowMs))
  if (session === undefined || sessionEndMs(session) <= nowMs) return undefined
  return { accountId: session.accountId, sessionId: session.sessionId }
}

async function foundNow(
  needs: AuthenticateNeeds,
  hash: string,
  nowMs: number,
): Promise<StoredSession | undefined> {
  const session = await findSession(needs.db, hash)
  if (session === undefined || sessionEndMs(session) <= nowMs) return undefined
  const isStale = nowMs - session.lastSeenMs >= lastSeenEveryMs
  if (isStale) await markSeen(needs.db, session, nowMs)
  const current = isStale ? { ...session, lastSeenMs: nowMs } : session
  needs.recent.keep(hash, current, nowMs)
  return current
}
