/**
 * Firebase Cloud Messaging, HTTP v1: one request per message.
 * (https://firebase.google.com/docs/cloud-messaging/send/v1-api and …/error-codes)
 */
import type { Clock } from '#server/platform/primitives/clock.ts'
import { askGateway, field, textField, type GatewayResponse } from '#server/messages/messages.ts'
import { createFcmAccess } from './fcm-access.ts'
import type { ServiceAccount } from '#server/platform/settings/push-keys.ts'
import { fcmBody } from './message-shapes.ts'
import type { PushOutcome, PushService } from './push-service.ts'

export function openFcm(options: {
  readonly account: ServiceAccount
  /** `https://fcm.googleapis.com`. */
  readonly origin: string
  readonly clock: Clock
}): PushService {
  const { account, origin, clock } = options
  const access = createFcmAccess(account, clock)
  const url = `${origin}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`
  const post = (token: string, body: string, signal: AbortSignal) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return askGateway({ url, method: 'POST', headers, body }, signal)
  }
  return {
    name: 'fcm',
    send: async (message, signal) => {
      const body = fcmBody(message, clock.nowMs())
      const first = await access.token()
      if (first.kind !== 'token') return first
      const response = await post(first.token, body, signal)
      if (response.kind !== 'answered' || response.status !== 401) return fcmOutcome(response)
      // The token has expired or was revoked; another message may have fetched a new one meanwhile.
      access.refused(first.token)
      const renewed = await access.token()
      if (renewed.kind !== 'token') return renewed
      return fcmOutcome(await post(renewed.token, body, signal))
    },
    close: async () => undefined,
  }
}

/** The meaning of a response; pure. */
export function fcmOutcome(response: GatewayResponse): PushOutcome {
  if (response.kind !== 'answered') return { kind: 'down', reason: response.reason }
  const { status, json, retryAfterSec } = response
  if (status === 200)
    return textField(json, 'name', 300) === undefined
      ? { kind: 'down', reason: 'answer_not_understood' }
      : { kind: 'sent' }
  const error = field(json, 'error')
  const code = errorCodeOf(error)
  const reason = (code ?? `http_${status}`).toLowerCase()
  const later = retryAfterSec === undefined ? {} : { retryAfterMs: retryAfterSec * 1000 }
  if (code === 'UNREGISTERED') return { kind: 'gone', reason }
  if (status === 400 && isTokenInvalid(error, code)) return { kind: 'gone', reason: 'invalid_token' }
  // The app was built with another Firebase project, or its project lacks a key of Apple's: only that device is affected.
  if (code === 'SENDER_ID_MISMATCH' || code === 'THIRD_PARTY_AUTH_ERROR') return { kind: 'refused', reason }
  if (status === 401 || status === 403 || status === 404) return { kind: 'wrong_key', reason }
  if (status === 429) return { kind: 'throttled', reason, ...later }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', reason }
  return { kind: 'down', reason, ...later }
}

/** FCM's own code in the details of an error. */
function errorCodeOf(error: unknown): string | undefined {
  for (const detail of detailsOf(error)) {
    const code = textField(detail, 'errorCode', 60)
    if (code !== undefined && /^[A-Z_]+$/.test(code)) return code
  }
  return undefined
}

/** An invalid token, not an invalid message: the violated field is named, or FCM says so in its message. */
function isTokenInvalid(error: unknown, code: string | undefined): boolean {
  const violations = detailsOf(error).flatMap((detail) => listOf(field(detail, 'fieldViolations')))
  if (violations.length > 0) return violations.every((one) => textField(one, 'field') === 'message.token')
  return code === 'INVALID_ARGUMENT' && /registration token/i.test(textField(error, 'message', 500) ?? '')
}

const maxDetails = 20

function detailsOf(error: unknown): readonly unknown[] {
  return listOf(field(error, 'details'))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maxDetails) : []
}
