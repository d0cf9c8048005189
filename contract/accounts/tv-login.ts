/** Login on a television: it shows a code, and a logged-in phone confirms it (modelled on RFC 8628). */
import * as z from 'zod/mini'
import { DeviceKind } from './devices.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, middlewareInput, optionalText, text } from '#contract/form/fields.ts'

const userCode = text(20, 8)

/**
 * Whole districts share one address. A person reads a code and decides: a few attempts. With twenty attempts in ten
 * minutes the hundred million codes cannot be guessed. Every lookup counts, right or wrong, so that parallel requests
 * cannot exceed the limit.
 */
const guessLimits = [
  { name: 'tv-login-account', per: 'account', attempts: 20, perSec: 600, isShared: true },
  { name: 'tv-login-network', per: 'network', attempts: 300, perSec: 600, isShared: true },
] as const

export const tvLogin = {
  begin: endpoint({
    path: '/middleware/account/tv/begin',
    changes: true,
    summary: 'Starts the login of a television (RFC 8628, 3.1 and 3.2)',
    input: middlewareInput({
      device_uid: text(100, 1),
      device_model: optionalText(200),
      device_kind: z.optional(DeviceKind),
    }),
    output: z.object({
      /** Known only to the television. */
      device_code: z.string(),
      /** Eight digits as shown, `1234-5678`; any notation is accepted. */
      user_code: z.string(),
      /**
       * Where the user enters it, and the same with the code filled in, for a QR code. A path when the operator has set
       * no public address: the television adds the origin it is connected to, which a forged Host header cannot change.
       */
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      expires_in: z.int(),
      interval: z.int(),
    }),
    failures: ['too_many_requests'],
    // A television that stays on its code screen requests a new code every ten minutes.
    rateLimits: [{ name: 'tv-login-begin', per: 'network', attempts: 120, perSec: 600 }],
  }),
  poll: endpoint({
    path: '/middleware/account/tv/poll',
    changes: true,
    summary: 'Whether the login was confirmed; polled every `interval` seconds (RFC 8628, 3.4 and 3.5)',
    input: middlewareInput({ device_code: text(100, 1) }),
    output: z.object({
      /** `slow_down`: polled too soon, `interval` was increased. `full`: confirmed, but the device limit is reached. */
      state: z.enum(['pending', 'slow_down', 'approved', 'denied', 'expired', 'full']),
      interval: z.int(),
      authkey: z.nullable(z.string()),
      abonement: z.nullable(z.string()),
    }),
  }),
  look: endpoint({
    path: '/middleware/account/tv/look',
    access: 'viewer',
    changes: true,
    summary: 'The device that requests a login with this code',
    input: middlewareInput({ user_code: userCode }),
    output: z.object({
      kind: DeviceKind,
      model: z.string(),
      address: z.string(),
      is_tasix: answeredFlag,
      /** 1 when its request comes from the network of this phone. */
      is_same_network: answeredFlag,
      /** Unix seconds. */
      asked_at: z.int(),
    }),
    failures: ['wrong_user_code', 'too_many_requests'],
    rateLimits: guessLimits,
  }),
  decide: endpoint({
    path: '/middleware/account/tv/decide',
    access: 'viewer',
    changes: true,
    summary:
      'Confirms its login (allow 1) or rejects it (0). `device_limit` includes the devices, as for a login',
    input: middlewareInput({
      user_code: userCode,
      allow: flag(),
      release_device_id: z.optional(id()),
    }),
    output: z.object({}),
    failures: ['wrong_user_code', 'device_banned', 'device_limit', 'device_not_found', 'too_many_requests'],
    rateLimits: guessLimits,
  }),
}
