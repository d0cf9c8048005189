import { createHmac } from 'node:crypto'
import { type SessionMatch, findSession, offerToken } from './session.ts'
import { findAccount } from '#server/accounts/account/account.ts'
import type { ModuleDeps } from './deps.ts'
import { sessionEndMs, tokenIsOld } from '#server/accounts/account/rules.ts'
import { tokenHash } from '#server/platform/primitives/ids.ts'

export type Renewed =
  | {
      readonly kind: 'renewed'
      readonly abonement: string
      /** The token to use from now on, or null: the one that was brought stays. */
      readonly token: string | null
      readonly endsAtMs: number
    }
  | { readonly kind: 'ended' }

/**
 * Gives a session whose token is a day old the next one. The next token is a keyed function of the one it follows:
 * however often it is asked for, by two tabs at once or again after a lost answer, it is the same, and only its hash
 * is stored. Until it is first used both are good.
 */
export async function renewToken(deps: ModuleDeps, token: string): Promise<Renewed> {
  const hash = tokenHash(token)
  const session = await findSession(deps.db, hash)
  const nowMs = deps.clock.nowMs()
  if (session === undefined || sessionEndMs(session.session) <= nowMs) return { kind: 'ended' }
  const account = await findAccount(deps.db, session.session.accountId)
  if (account === undefined) return { kind: 'ended' }
  return {
    kind: 'renewed',
    abonement: account.abonement,
    token: await nextToken(deps, session, { token, hash, nowMs }),
    endsAtMs: sessionEndMs({ expiresMs: session.session.expiresMs, lastSeenMs: nowMs }),
  }
}

async function nextToken(
  deps: ModuleDeps,
  { session, role }: SessionMatch,
  params: { readonly token: string; readonly hash: string; readonly nowMs: number },
): Promise<string | null> {
  const next = followerOf(deps.pepper, params.token)
  // Its follower is in use already: another tab was faster, and this one would be left behind with a token that ends.
  if (role === 'former') return next
  if (role === 'next' || !tokenIsOld(session.tokenSinceMs, params.nowMs)) return null
  // Where it is not offered any more another call has just made it the current one, and it is the same.
  await offerToken(deps.db, session.sessionId, params.hash, tokenHash(next))
  return next
}

/** 256 bits that nobody can tell from random without the pepper. */
function followerOf(pepper: string, token: string): string {
  return createHmac('sha256', pepper).update(`the session token after ${token}`).digest('base64url')
}
