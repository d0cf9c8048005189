import {
  type SessionMatch,
  type StoredSession,
  endSession,
  findSession,
  markSeen,
  promoteToken,
} from './session.ts'
import { tellSessionsChanged } from './session-changes.ts'
import { profileAt } from './session-profile.ts'
import type { ModuleDeps } from './deps.ts'
import { lastSeenEveryMs, sessionEndMs, tokenIsOld } from '#server/accounts/account/rules.ts'
import type { Identified, TokenBearer, Viewer } from '#server/platform/primitives/viewer.ts'
import { isOverload } from '#server/platform/database/database.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'

const nobody: Identified = { kind: 'denied', failure: 'not_authorized' }

/**
 * Resolves a token to its viewer. A token that is unknown, expired, or sent by another device than its own is
 * `not_authorized`; for an account that is blocked or deactivated the response says so, and its session stays.
 */
export async function identify(
  deps: ModuleDeps,
  supportPhone: string,
  token: string,
  bearer: TokenBearer,
): Promise<Identified> {
  // Our tokens are 256 bits as 43 characters; anything else needs no lookup.
  if (!/^[\w-]{43}$/.test(token)) return nobody
  const hash = tokenHash(token)
  const nowMs = deps.clock.nowMs()
  const match = deps.recent.find(hash, nowMs)
  const session = match ?? (await matchedNow(deps, hash, nowMs, bearer))
  if (session === undefined || sessionEndMs(session) <= nowMs) return nobody
  // A session just loaded from the database has already been checked.
  if (match !== undefined && !isItsDevice(session, bearer)) return recordStranger(deps, session, bearer)
  return asIdentified(session, nowMs, supportPhone)
}

function asIdentified(session: StoredSession, nowMs: number, supportPhone: string): Identified {
  const { sessionId, accountId } = session
  switch (session.state) {
    case 'active':
      return { kind: 'viewer', viewer: viewerOf(session, nowMs) }
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

function viewerOf(session: StoredSession, nowMs: number): Viewer {
  const { sessionId, accountId, deviceKind } = session
  const isUnproven = session.pinProvenUntilMs <= nowMs
  const profile = profileAt(session.profile, nowMs)
  return {
    ...{ accountId, sessionId, deviceKind, isTokenOld: tokenIsOld(session.tokenSinceMs, nowMs) },
    profile,
    ...(session.isPinOnPurchases && isUnproven ? { purchasePinNeeded: true } : {}),
    ...(session.hasPin && isUnproven && profile.limit !== undefined ? { limitPinNeeded: true } : {}),
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
  // Not a request limit: a stolen token is recorded once an hour.
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
  // A refused client does not update "last seen", or a blocked account's sessions would live for ever.
  const isStale = session.state === 'active' && nowMs - session.lastSeenMs >= lastSeenEveryMs
  const isMarked = isStale && (await markedSeen(deps, session, nowMs, bearer))
  const current = isMarked ? { ...session, lastSeenMs: nowMs } : session
  // Promoting a token drops the cached sessions, in this process too: the next request loads the current state.
  if (result.role === 'current') deps.recent.keep(hash, current, nowMs, mark)
  return current
}

/** When it was seen last is not worth refusing a request: while nothing can be written it is written later. */
async function markedSeen(
  deps: ModuleDeps,
  session: StoredSession,
  nowMs: number,
  bearer: TokenBearer,
): Promise<boolean> {
  try {
    await markSeen(deps.db, session, { atMs: nowMs, address: bearer.clientAddress })
    return true
  } catch (error) {
    if (isOverload(error)) return false
    throw error
  }
}

/** The new token has arrived: from its first use on it is the session's current one. */
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
 * The token before the current one. Requests in flight are still accepted; a later use means that two clients have
 * this session, and it is unknown which one is the thief: it ends for both.
 */
async function usedFormer(
  deps: ModuleDeps,
  sessionMatch: SessionMatch,
  nowMs: number,
  bearer: TokenBearer,
): Promise<StoredSession | undefined> {
  const { session } = sessionMatch
  // Its next token is in use: the client should renew as if this one were old.
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
