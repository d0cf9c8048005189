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
      /** The token to use from now on, or null: keep the one that was sent. */
      readonly token: string | null
      readonly endsAtMs: number
    }
  | { readonly kind: 'ended' }

/**
 * Issues the next token of a session whose token is a day old. The next token is a keyed function of the current one:
 * however often it is requested, by two tabs at once or again after a lost response, it is the same, and only its
 * hash is stored. Until it is first used both are valid.
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
  // The next token is already in use: another tab was faster, and this one would be left with a token that expires.
  if (role === 'former') return next
  if (role === 'next' || !tokenIsOld(session.tokenSinceMs, params.nowMs)) return null
  // When the update changes no row, another request has just promoted it, and it is the same token.
  await offerToken(deps.db, session.sessionId, params.hash, tokenHash(next))
  return next
}

/** 256 bits that cannot be told from random without the pepper. */
function followerOf(pepper: string, token: string): string {
  return createHmac('sha256', pepper).update(`the session token after ${token}`).digest('base64url')
}
