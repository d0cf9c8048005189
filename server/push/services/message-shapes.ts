/** A push message in the format of each service. Pure. */
import type { PushMessage } from './push-service.ts'

/** Both services accept 4096 bytes in all; a character takes at most three of them. The site has the full text. */
const max = { title: 120, body: 600 } as const

/**
 * The body of `projects.messages.send` of FCM HTTP v1. A repeated message has the same tag and replaces the earlier one
 * on the device. (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages)
 */
export function fcmBody(message: PushMessage, nowMs: number): string {
  const ttlSec = Math.max(0, Math.ceil((message.expiresAtMs - nowMs) / 1000))
  return JSON.stringify({
    message: {
      token: message.token,
      notification: shownText(message),
      data: linkOf(message),
      android: {
        priority: 'HIGH',
        ttl: `${ttlSec}s`,
        notification: { tag: idOf(message), sound: 'default' },
      },
    },
  })
}

/**
 * The headers and the body of a request to APNs. A repeated message has the same `apns-collapse-id` and replaces the
 * earlier one. (Apple, "Sending notification requests to APNs")
 */
export function apnsRequest(
  message: PushMessage,
  topic: string,
): { readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  return {
    headers: {
      ':path': `/3/device/${message.token}`,
      'apns-topic': topic,
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(Math.floor(message.expiresAtMs / 1000)),
      'apns-collapse-id': idOf(message),
    },
    body: JSON.stringify({ aps: { alert: shownText(message), sound: 'default' }, ...linkOf(message) }),
  }
}

/** What a browser shows (`web/offline/service-worker.ts`), as JSON. */
export function webPushPayload(message: PushMessage): string {
  return JSON.stringify({ ...shownText(message), tag: idOf(message), ...linkOf(message) })
}

/** A message that was not delivered yet is replaced by a later one of the same topic: at most 32 letters. */
export function webPushTopic(message: PushMessage): string {
  return idOf(message)
}

function idOf({ notificationId }: PushMessage): string {
  return `ekran-${notificationId}`
}

/** What the app opens: text in both services, because FCM accepts nothing else. */
function linkOf({ href, notificationId }: PushMessage) {
  return { href, notification_id: String(notificationId) }
}

function shownText({ title, body }: PushMessage) {
  return { title: cut(title, max.title), body: cut(body.replaceAll(/\n{2,}/g, '\n'), max.body) }
}

/** At most `length` UTF-16 units without control characters, cut between words where possible. */
function cut(text: string, length: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  if (plain.length <= length) return plain
  const start = plain.slice(0, length - 1)
  const space = start.search(/\s\S*$/)
  const end = space > length / 2 ? start.slice(0, space) : start.replace(/[\ud800-\udbff]$/, '')
  return `${end.trimEnd()}…`
}
