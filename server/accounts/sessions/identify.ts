import {
  type SessionMatch,
  type StoredSession,
  endSession,
  findSession,
  markSeen,
  promoteToken,
} from './session.ts'
import { tellSessionsChanged } from './session-changes.ts'
import type { ModuleDeps } from './deps.ts'
import { lastSeenEveryMs, sessionEndMs, tokenIsOld } from '#server/accounts/account/rules.ts'
import type { Identified, TokenBearer } from '#server/platform/primitives/viewer.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'

const nobody: Identified = { kind: 'denied', failure: 'not_authorized' }

/**
 * Whose token this is. A token that is none of ours, has ended, or is brought by another device than its own is
 * `not_authorized`; one of an account that is not in use says so, and its session stays for better days.
 */
export async function identify(
  deps: ModuleDeps,
  supportPhone: string,
  token: string,
  bearer: TokenBearer,
): Promise<Identified> {
  // Ours are 256 bits as 43 letters; anything else is not worth a look.
  if (!/^[\w-]{43}$/.test(token)) return nobody
  const hash = tokenHash(token)
  const nowMs = deps.clock.nowMs()
  const match = deps.recent.find(hash, nowMs)
  const session = match ?? (await matchedNow(deps, hash, nowMs, bearer))
  if (session === undefined || sessionEndMs(session) <= nowMs) return nobody
  // What was found just now has been looked at already.
  if (match !== undefined && !isItsDevice(session, bearer)) return recordStranger(deps, session, bearer)
  return asIdentified(session, tokenIsOld(session.tokenSinceMs, nowMs), supportPhone)
}

function asIdentified(session: StoredSession, isTokenOld: boolean, supportPhone: string): Identified {
  const { sessionId, accountId } = session
  switch (session.state) {
    case 'active':
      return { kind: 'viewer', viewer: { accountId, sessionId, isTokenOld } }
    case 'blocked':
      return {
        kind: 'denied',
        failure: 'session_blocked',
        values: { phone: supportPhone },
        session: { accountId, sessionId },
      }
    case 'deactivated':
      return { kind: 'denied', failure: 'session_deactivated', session: { accountId, sessionId } }
  }
}

function isItsDevice(session: StoredSession, bearer: TokenBearer) {
  return !session.isBound || bearer.deviceUid === session.deviceUid
}

async function recordStranger(
  deps: ModuleDeps,
  session: StoredSession,
  bearer: TokenBearer,
): Promise<Identified> {
  // No limit on requests: a stolen token is written down once an hour.
  const decision = await deps.limits.perStrangeDevice.spend(session.sessionId)
  if (decision.kind === 'allowed') {
    void deps.audit.record({
      event: 'token_on_other_device',
      actor: 'viewer',
      accountId: session.accountId,
      address: bearer.clientAddress,
      device: bearer.deviceUid ?? '',
      facts: { device_id: session.deviceId },
    })
  }
  return nobody
}

async function matchedNow(
  deps: ModuleDeps,
  hash: string,
  nowMs: number,
  bearer: TokenBearer,
): Promise<StoredSession | undefined> {
  const mark = deps.recent.mark()
  const result = await findSession(deps.db, hash)
  if (result === undefined || sessionEndMs(result.session) <= nowMs) return undefined
  if (!isItsDevice(result.session, bearer)) {
    await recordStranger(deps, result.session, bearer)
    return undefined
  }
  if (result.role === 'former') return usedFormer(deps, result, nowMs, bearer)
  const session = result.role === 'next' ? await takenOver(deps, result.session, hash, nowMs) : result.session
  // Somebody kept out is not seen, or a blocked account's sessions would live for ever.
  const isStale = session.state === 'active' && nowMs - session.lastSeenMs >= lastSeenEveryMs
  if (isStale) await markSeen(deps.db, session, { atMs: nowMs, address: bearer.clientAddress })
  const current = isStale ? { ...session, lastSeenMs: nowMs } : session
  // Taking a token over makes everybody forget, this process too: the next call finds it as it is now.
  if (result.role === 'current') deps.recent.keep(hash, current, nowMs, mark)
  return current
}

/** The new token has arrived: from its first use on it is the session's. */
async function takenOver(
  deps: ModuleDeps,
  session: StoredSession,
  hash: string,
  nowMs: number,
): Promise<StoredSession> {
  await deps.db.transaction().execute(async (trx) => {
    await promoteToken(trx, session.sessionId, hash, nowMs)
    await tellSessionsChanged(trx, session.accountId)
  })
  deps.recent.forgetAccount(session.accountId)
  return { ...session, tokenSinceMs: nowMs }
}

/**
 * The token before the current one. What was on its way still counts; later its use means that two hold this session,
 * and nobody can say which of them is the thief: it ends for both.
 */
async function usedFormer(
  deps: ModuleDeps,
  sessionMatch: SessionMatch,
  nowMs: number,
  bearer: TokenBearer,
): Promise<StoredSession | undefined> {
  const { session } = sessionMatch
  // Its follower is in use: to be asked for as if this one were old.
  if (nowMs < sessionMatch.formerUntilMs) return { ...session, tokenSinceMs: 0 }
  const { accountId, sessionId } = session
  const ended = await deps.db.transaction().execute(async (trx) => {
    const isEnded = await endSession(trx, sessionId)
    if (isEnded) await tellSessionsChanged(trx, accountId)
    return isEnded
  })
  deps.recent.forgetAccount(accountId)
  if (ended) {
    void deps.audit.record({
      event: 'token_reused',
      actor: 'viewer',
      accountId,
      address: bearer.clientAddress,
      facts: { device_id: session.deviceId, session_ended: true },
    })
  }
  return undefined
}
