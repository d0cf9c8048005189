/** A television shows a code, a phone that is logged in lets it in (the shape of RFC 8628). */
import * as z from 'zod/mini'
import { DeviceKind } from './devices.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, middlewareInput, optionalText, text } from '#contract/form/fields.ts'

const userCode = text(20, 8)

/**
 * Whole districts share one address. A person looks at a code and decides: a few tries. At twenty in ten minutes the
 * hundred million codes are safe from anybody. Every look counts, right or wrong: parallel ones cannot slip through.
 */
const guessLimits = [
  { name: 'tv-login-account', per: 'account', attempts: 20, perSec: 600 },
  { name: 'tv-login-network', per: 'network', attempts: 300, perSec: 600 },
] as const

export const tvLogin = {
  begin: endpoint({
    path: '/middleware/account/tv/begin',
    changes: true,
    summary: 'A television asks to be let in (RFC 8628, 3.1 and 3.2)',
    input: middlewareInput({
      device_uid: text(100, 1),
      device_model: optionalText(200),
      device_kind: z.optional(DeviceKind),
    }),
    output: z.object({
      /** Known to the television alone. */
      device_code: z.string(),
      /** Eight digits as they are shown, `1234-5678`; typed in any writing. */
      user_code: z.string(),
      /**
       * Where a person types it, and the same with the code filled in, for a QR. A path when the operator has set no
       * public address: the television adds the origin it talks to, which no forged Host can change.
       */
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      expires_in: z.int(),
      interval: z.int(),
    }),
    failures: ['too_many_requests'],
    // A television left at its code asks for a new one every ten minutes.
    rateLimits: [{ name: 'tv-login-begin', per: 'network', attempts: 120, perSec: 600 }],
  }),
  poll: endpoint({
    path: '/middleware/account/tv/poll',
    changes: true,
    summary: 'Whether the television was let in; asked every `interval` seconds (RFC 8628, 3.4 and 3.5)',
    input: middlewareInput({ device_code: text(100, 1) }),
    output: z.object({
      /** `slow_down`: asked too soon, `interval` has grown. `full`: let in, but no place was left. */
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
    summary: 'What asks to be let in under this code',
    input: middlewareInput({ user_code: userCode }),
    output: z.object({
      kind: DeviceKind,
      model: z.string(),
      address: z.string(),
      is_tasix: answeredFlag,
      /** 1 when it asks from the network this phone is in. */
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
      'Lets it in (allow 1) or sends it away (0). `device_limit` brings the devices along, as a login does',
    input: middlewareInput({
      user_code: userCode,
      allow: flag(),
      release_device_id: z.optional(id()),
    }),
    output: z.object({}),
    failures: ['wrong_user_code', 'device_limit', 'device_not_found', 'too_many_requests'],
    rateLimits: guessLimits,
  }),
}
