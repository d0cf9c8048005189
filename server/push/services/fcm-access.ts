/** Access tokens of Google's OAuth 2.0 for a service account (RFC 7523), stored until shortly before they expire. */
import { SignJWT } from 'jose'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { askGateway, field, textField, type GatewayResponse } from '#server/messages/messages.ts'
import type { ServiceAccount } from '#server/platform/settings/push-keys.ts'
import type { ServiceFailure } from './push-service.ts'

export type Access = { readonly kind: 'token'; readonly token: string } | ServiceFailure

export interface FcmAccess {
  /** A valid token; concurrent callers share one request. */
  token(): Promise<Access>
  /** This token was refused: the next call fetches another one. */
  refused(token: string): void
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google accepts at most an hour. */
const assertionSec = 3600
/** A token is replaced so long before it expires. */
const earlySec = 120
const longestToken = 8192
/** The request's own limit: the first caller may give up before the others. */
const limitMs = 5000

export function createFcmAccess(account: ServiceAccount, clock: Clock): FcmAccess {
  let stored: { readonly token: string; readonly untilMs: number } | undefined
  let fetching: Promise<Access> | undefined
  const fetchToken = async (): Promise<Access> => {
    const response = await askGateway(
      {
        url: account.tokenUri,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: grantType,
          assertion: await assertionOf(account, clock.nowMs()),
        }).toString(),
      },
      AbortSignal.timeout(limitMs),
    )
    const read = readToken(response)
    if (read.kind !== 'token') return read
    stored = { token: read.token, untilMs: clock.nowMs() + (read.expiresSec - earlySec) * 1000 }
    return read
  }
  return {
    token: async () => {
      if (stored !== undefined && stored.untilMs > clock.nowMs())
        return { kind: 'token', token: stored.token }
      fetching ??= fetchToken().finally(() => {
        fetching = undefined
      })
      return fetching
    },
    refused: (token) => {
      if (stored?.token === token) stored = undefined
    },
  }
}

/** The signed statement that is exchanged for a token. */
export function assertionOf(account: ServiceAccount, nowMs: number): Promise<string> {
  const nowSec = Math.floor(nowMs / 1000)
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: account.keyId })
    .setIssuer(account.email)
    .setAudience(account.tokenUri)
    .setIssuedAt(nowSec)
    .setExpirationTime(nowSec + assertionSec)
    .sign(account.key)
}

function readToken(
  response: GatewayResponse,
): { readonly kind: 'token'; readonly token: string; readonly expiresSec: number } | ServiceFailure {
  if (response.kind !== 'answered') return { kind: 'down', reason: `login_${response.reason}` }
  const { status, json, retryAfterSec } = response
  if (status !== 200) {
    const later = retryAfterSec === undefined ? {} : { retryAfterMs: retryAfterSec * 1000 }
    if (status === 429) return { kind: 'throttled', reason: 'login_http_429', ...later }
    // `invalid_grant`: a wrong or deleted key, or a wrong clock.
    const error = /^[a-z_]{1,40}$/.exec(textField(json, 'error') ?? '')?.[0] ?? `http_${status}`
    return status >= 400 && status < 500 && status !== 408
      ? { kind: 'wrong_key', reason: `login_${error}` }
      : { kind: 'down', reason: `login_http_${status}`, ...later }
  }
  const token = textField(json, 'access_token', longestToken)
  const expiresSec = Number(field(json, 'expires_in'))
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token) || !(expiresSec > 0))
    return { kind: 'down', reason: 'login_answer_not_understood' }
  return { kind: 'token', token, expiresSec }
}
