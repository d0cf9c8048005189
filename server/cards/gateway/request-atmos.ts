/** One request to ATMOS: with a token that is fetched on demand, a timeout, and what the response proves. */
import { askGateway, basicAuthorization, field, textField } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { GatewayAddress } from '#server/platform/settings/gateway-address.ts'

export type AtmosResponse =
  | { readonly kind: 'ok'; readonly body: unknown }
  /** A response with an ATMOS error: the number at the end of `STPIMS-ERR-…`. */
  | { readonly kind: 'refused'; readonly code: string; readonly body: unknown }
  /** The gateway cannot have started it. */
  | { readonly kind: 'not_done'; readonly reason: string }
  /** Sent, without a readable response: it may have been done or not. */
  | { readonly kind: 'unknown'; readonly reason: string }

export type AskAtmos = (path: string, body: object, limitMs: number) => Promise<AtmosResponse>

type Token =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none'; readonly reason: string }

/** A token is dropped this long before its expiry, or at half its life when that is shorter. */
const earlyMs = 60_000

export function createAskAtmos(address: GatewayAddress, clock: Clock, tokenLimitMs: number): AskAtmos {
  const origin = address.origin ?? ''
  let stored: { readonly token: string; readonly untilMs: number } | undefined
  let fetching: Promise<Token> | undefined
  const fetchToken = async (): Promise<Token> => {
    const response = await askGateway(
      {
        url: `${origin}/token?grant_type=client_credentials`,
        method: 'POST',
        headers: {
          authorization: basicAuthorization(address.user, address.password),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      },
      AbortSignal.timeout(tokenLimitMs),
    )
    if (response.kind !== 'answered') return { kind: 'none', reason: response.reason }
    const token = textField(response.json, 'access_token', 4000)
    if (response.status !== 200 || token === undefined || !/^[\x21-\x7e]+$/.test(token))
      return { kind: 'none', reason: `token_http_${response.status}` }
    const lifeMs = Math.min(Number(field(response.json, 'expires_in')) || 600, 86_400) * 1000
    stored = { token, untilMs: clock.nowMs() + Math.max(lifeMs - earlyMs, lifeMs / 2) }
    return { kind: 'token', token }
  }
  // One login for all waiting requests.
  const tokenNow = (): Promise<Token> => {
    if (stored !== undefined && stored.untilMs > clock.nowMs())
      return Promise.resolve({ kind: 'token', token: stored.token })
    fetching ??= fetchToken().finally(() => {
      fetching = undefined
    })
    return fetching
  }
  return async (path, body, limitMs) => {
    // Once more after a 401, which says that nothing was done: a token may be revoked before its expiry.
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokenNow()
      if (token.kind === 'none') return { kind: 'not_done', reason: token.reason }
      const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' }
      const response = await askGateway(
        { url: origin + path, method: 'POST', headers, body: JSON.stringify(body) },
        AbortSignal.timeout(limitMs),
      )
      if (response.kind !== 'answered') return { kind: 'unknown', reason: response.reason }
      if (response.status !== 401) return read(response.status, response.json)
      if (stored?.token === token.token) stored = undefined
      if (attempt === 2) return { kind: 'not_done', reason: 'http_401' }
    }
  }
}

function read(status: number, body: unknown): AtmosResponse {
  const code = textField(field(body, 'result'), 'code')
  if (status !== 200 || code === undefined) return { kind: 'unknown', reason: `http_${status}` }
  if (code === 'OK') return { kind: 'ok', body }
  const number = /^STPIMS-ERR-(\d{1,6})$/.exec(code)?.[1]
  return number === undefined
    ? { kind: 'unknown', reason: 'answer_not_understood' }
    : { kind: 'refused', code: number, body }
}
