/**
 * Apple Push Notification service: one HTTP/2 connection, a request per message, a signed provider token.
 * (Apple, "Sending notification requests to APNs" and "Handling notification responses from APNs")
 */
import type { KeyObject } from 'node:crypto'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { field, textField } from '#server/messages/messages.ts'
import { createApnsToken } from './apns-token.ts'
import { openHttp2Connection, type Http2Response } from './http2-connection.ts'
import { apnsRequest } from './message-shapes.ts'
import type { PushOutcome, PushService } from './push-service.ts'

export interface ApnsOptions {
  readonly key: KeyObject
  readonly keyId: string
  readonly team: string
  /** The app's bundle id. */
  readonly topic: string
  /** `https://api.push.apple.com`. */
  readonly origin: string
  readonly clock: Clock
}

export function openApns({ topic, origin, clock, ...account }: ApnsOptions): PushService {
  const provider = createApnsToken(account, clock)
  const connection = openHttp2Connection(origin)
  return {
    name: 'apns',
    send: async (message, signal) => {
      const { headers, body } = apnsRequest(message, topic)
      const post = (token: string) =>
        connection.post({ ...headers, authorization: `bearer ${token}` }, body, signal)
      const token = await provider.token()
      const response = await post(token)
      const outcome = apnsOutcome(response)
      if (outcome.kind !== 'wrong_key' || outcome.reason !== expiredToken) return outcome
      return provider.expired(token) ? apnsOutcome(await post(await provider.token())) : outcome
    },
    close: async () => connection.close(),
  }
}

const expiredToken = 'expiredprovidertoken'
/** A token that never existed, and every token of the sandbox on the production host and the other way round. */
const badToken = 'baddevicetoken'
/** The device's token is of no use here any more, whatever the status. */
const goneReasons = new Set([badToken, 'unregistered', 'expiredtoken'])
/** The account, not the message: with status 400 or 403. */
const keyReasons = new Set([
  'badcertificate',
  'badcertificateenvironment',
  expiredToken,
  'forbidden',
  'invalidprovidertoken',
  'missingprovidertoken',
  'badtopic',
  'missingtopic',
  'topicdisallowed',
  'unrelatedkeyidintoken',
  'badenvironmentkeyidintoken',
])

/** The meaning of a response; pure. */
export function apnsOutcome(response: Http2Response): PushOutcome {
  if (response.kind === 'down') return response
  const { status, retryAfterSec } = response
  if (status === 200) return { kind: 'sent' }
  const json = jsonOf(response.text)
  const named = /^[A-Za-z]{1,60}$/.exec(textField(json, 'reason') ?? '')?.[0]
  const reason = named?.toLowerCase() ?? `http_${status}`
  const later = retryAfterSec === undefined ? {} : { retryAfterMs: retryAfterSec * 1000 }
  if (status === 410 || goneReasons.has(reason)) {
    // Milliseconds since when the token is invalid.
    const since = Number(field(json, 'timestamp'))
    const doubt = reason === badToken ? ({ isDoubtful: true } as const) : {}
    return { kind: 'gone', reason, ...doubt, ...(since > 0 ? { sinceMs: since } : {}) }
  }
  if (status === 403 || keyReasons.has(reason)) return { kind: 'wrong_key', reason }
  if (status === 429) return { kind: 'throttled', reason, ...later }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', reason }
  return { kind: 'down', reason, ...later }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
