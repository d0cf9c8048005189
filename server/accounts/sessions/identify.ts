import type { FoundSession, StoredSession } from './session.ts'
import { endSession, findSession, markSeen, promoteToken } from './session.ts'
import { tellSessionsChanged } from './session-changes.ts'
import type { RoomNeeds } from '#server/accounts/needs.ts'
import { lastSeenEveryMs, sessionEndMs, tokenIsOld } from '#server/accounts/rules.ts'
import type { Identified, TokenBearer } from '#server/platform/http/bind-contract.ts'
import { tokenHash } from '#server/platform/ids.ts'

const nobody: Identified = { kind: 'denied', failure: 'not_authorized' }

/**
 * Whose token this is. A token that is none of ours, has ended, or is brought by another device than its own is
 * `not_authorized`; one of an account that is not in use says so, and its session stays for better days.
 */
export async function identify(
  needs: RoomNeeds,
  supportPhone: string,
  token: string,
  bearer: TokenBearer,
): Promise<Identified> {
  // Ours are 256 bits as 43 letters; anything else is not worth a look.
  if (!/^[\w-]{43}$/.test(token)) return nobody
  const hash = tokenHash(token)
  const nowMs = needs.clock.nowMs()
  const known = needs.recent.find(hash, nowMs)
  const session = known ?? (await foundNow(needs, hash, nowMs, bearer))
  if (session === undefined || sessionEndMs(session) <= nowMs) return nobody
  // What was found just now has been looked at already.
  if (known !== undefined && !isItsDevice(session, bearer)) return recordStranger(needs, session, bearer)
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
  needs: RoomNeeds,
  session: StoredSession,
  bearer: TokenBearer,
): Promise<Identified> {
  const decision = await needs.limits.perStrangeDevice.spend(session.sessionId)
  if (decision.kind === 'allowed') {
    void needs.audit.record({
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

async function foundNow(
  needs: RoomNeeds,
  hash: string,
  nowMs: number,
  bearer: TokenBearer,
): Promise<StoredSession | undefined> {
  const mark = needs.recent.mark()
  const found = await findSession(needs.db, hash)
  if (found === undefined || sessionEndMs(found.session) <= nowMs) return undefined
  if (!isItsDevice(found.session, bearer)) {
    await recordStranger(needs, found.session, bearer)
    return undefined
  }
  if (found.role === 'former') return usedFormer(needs, found, nowMs, bearer)
  const session = found.role === 'next' ? await takenOver(needs, found.session, hash, nowMs) : found.session
  // Somebody kept out is not seen, or a blocked account's sessions would live for ever.
  const isStale = session.state === 'active' && nowMs - session.lastSeenMs >= lastSeenEveryMs
  if (isStale) await markSeen(needs.db, session, { atMs: nowMs, address: bearer.clientAddress })
  const current = isStale ? { ...session, lastSeenMs: nowMs } : session
  // Taking a token over makes everybody forget, this process too: the next call finds it as it is now.
  if (found.role === 'current') needs.recent.keep(hash, current, nowMs, mark)
  return current
}

/** The new token has arrived: from its first use on it is the session's. */
async function takenOver(
  needs: RoomNeeds,
  session: StoredSession,
  hash: string,
  nowMs: number,
): Promise<StoredSession> {
  await needs.db.transaction().execute(async (trx) => {
    await promoteToken(trx, session.sessionId, hash, nowMs)
    await tellSessionsChanged(trx, session.accountId)
  })
  needs.recent.forgetAccount(session.accountId)
  return { ...session, tokenSinceMs: nowMs }
}

/**
 * The token before the current one. What was on its way still counts; later its use means that two hold this session,
 * and nobody can say which of them is the thief: it ends for both.
 */
async function usedFormer(
  needs: RoomNeeds,
  found: FoundSession,
  nowMs: number,
  bearer: TokenBearer,
): Promise<StoredSession | undefined> {
  const { session } = found
  // Its follower is in use: to be asked for as if this one were old.
  if (nowMs < found.formerUntilMs) return { ...session, tokenSinceMs: 0 }
  const { accountId, sessionId } = session
  const ended = await needs.db.transaction().execute(async (trx) => {
    const isEnded = await endSession(trx, sessionId)
    if (isEnded) await tellSessionsChanged(trx, accountId)
    return isEnded
  })
  needs.recent.forgetAccount(accountId)
  if (ended) {
    void needs.audit.record({
      event: 'token_reused',
      actor: 'viewer',
      accountId,
      address: bearer.clientAddress,
      facts: { device_id: session.deviceId, session_ended: true },
    })
  }
  return undefined
}
