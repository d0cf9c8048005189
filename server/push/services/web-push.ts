/**
 * Web Push: messages to browsers through the push service of each browser's maker. The payload is encrypted for the browser
 * alone (RFC 8291), the request is signed with the installation's own key (VAPID, RFC 8292).
 */
import webPush from 'web-push'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { guardedRequest, type GuardedResponse } from '#server/platform/guarded-request/guarded-request.ts'
import { webPushPayload, webPushTopic } from './message-shapes.ts'
import type { PushMessage, PushOutcome, PushService } from './push-service.ts'
import { readSubscription } from './web-subscription.ts'

export interface WebPushOptions {
  /** The installation's key pair, base64url. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string }
  /** Whom a push service may write to: `https:` or `mailto:`. */
  readonly subject: string
  readonly clock: Clock
  /** A browser names the address: only for tests and the demo may it lead into the local network. */
  readonly allowLocal: boolean
}

const requestMs = 9000
const noSubscription: PushOutcome = { kind: 'gone', reason: 'no_subscription' }

export function openWebPush(options: WebPushOptions): PushService {
  return {
    name: 'webpush',
    // Each maker's service is one of its own, and anybody may name an address that never answers.
    hostOf: (token) => {
      const subscription = readSubscription(token)
      return subscription === undefined ? '' : new URL(subscription.endpoint).host
    },
    send: async (message, signal) => {
      const request = requestOf(message, options)
      if (request === undefined) return noSubscription
      const response = await guardedRequest(
        { ...request, allowLocal: options.allowLocal, timeoutMs: requestMs },
        signal,
      )
      return webPushOutcome(response)
    },
    close: async () => undefined,
  }
}

function requestOf(message: PushMessage, { keys, subject, clock, allowLocal }: WebPushOptions) {
  const subscription = readSubscription(message.token)
  if (subscription === undefined) return undefined
  if (!allowLocal && new URL(subscription.endpoint).protocol !== 'https:') return undefined
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      subscription,
      webPushPayload(message),
      {
        vapidDetails: { ...keys, subject },
        TTL: Math.max(0, Math.ceil((message.expiresAtMs - clock.nowMs()) / 1000)),
        urgency: 'high',
        topic: webPushTopic(message),
      },
    )
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    return { url: endpoint, method: 'POST' as const, headers: texts, body }
  } catch {
    // Its key is no point of the curve.
    return undefined
  }
}

/** The meaning of a response (RFC 8030); pure. */
export function webPushOutcome(response: GuardedResponse): PushOutcome {
  if (response.kind === 'failed')
    return response.reason === 'local_address'
      ? { kind: 'gone', reason: response.reason }
      : { kind: 'down', reason: response.reason }
  const { status } = response
  const reason = `http_${status}`
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone', reason }
  if (status === 429) return { kind: 'throttled', reason }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', reason }
  return { kind: 'down', reason }
}
