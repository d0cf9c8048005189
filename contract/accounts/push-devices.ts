/** Where push messages of an account go: the apps on phones that registered for them. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { answeredFlag, siteInput as input } from '#contract/form/fields.ts'

/**
 * `fcm`: Firebase Cloud Messaging (Android). `apns`: Apple Push Notification service. `webpush`: a browser's own push
 * service.
 */
export const PushServiceName = z.enum(['fcm', 'apns', 'webpush'])
export type PushServiceName = z.output<typeof PushServiceName>

/**
 * A token as the service gave it to the app; for APNs its bytes as hexadecimal digits, in any case; for `webpush` the
 * subscription (`endpoint`, `keys.p256dh`, `keys.auth`) as JSON without spaces.
 */
function token() {
  return z
    .string()
    .check(z.minLength(1), z.maxLength(1024), z.regex(/^[\x21-\x7e]+$/, formNamed('push_token')))
}

function isTokenOf({ service, token: sent }: { readonly service: string; readonly token: string }): boolean {
  if (service === 'webpush') return webSubscription.test(sent)
  return service !== 'apns' || /^(?:[\da-f]{2}){16,200}$/i.test(sent)
}

const webSubscription =
  /^\{(?=.*"endpoint":"https?:\/\/)(?=.*"p256dh":"B[\w-]{86}")(?=.*"auth":"[\w-]{22}").*\}$/

export const pushDevices = {
  webKey: endpoint({
    path: '/api/v1/push-devices/web-key',
    envelope: 'data',
    access: 'viewer',
    summary: 'The public key (VAPID, base64url) with which a browser subscribes to push messages',
    input: input({}),
    output: z.object({ public_key: z.string() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/push-devices',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'Registers this session’s device for push messages, in the language of the request; another token of the same service replaces the former one. An app calls it at each start, and when its language or token changes',
    input: input({ service: PushServiceName, token: token() }).check(
      z.refine(isTokenOf, { path: ['token'], error: formNamed('push_token') }),
    ),
    output: z.object({
      /** 0: the operator has not set this service up; the token is stored, and nothing is sent until then. */
      is_available: answeredFlag,
    }),
    failures: ['too_many_requests'],
    rateLimits: [{ name: 'push-register', per: 'account', attempts: 60, perSec: 600 }],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/push-devices',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'Ends push messages to a device of the account; one that is not registered is no error. The end of a session does the same',
    input: input({ token: token() }),
    output: z.object({}),
    failures: ['too_many_requests'],
    rateLimits: [{ name: 'push-remove', per: 'account', attempts: 60, perSec: 600 }],
  }),
}
