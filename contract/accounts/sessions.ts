/** An existing session: renew its token, change its password. */
import * as z from 'zod/mini'
import { passwordMax } from '#contract/form/constants.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, middlewareInput, text } from '#contract/form/fields.ts'

export const sessions = {
  passwordChange: endpoint({
    forAdults: true,
    path: '/middleware/account/password/change',
    access: 'viewer',
    changes: true,
    takesAuthkey: true,
    summary: 'Changes the password; every other session of the account ends',
    input: middlewareInput({ old_password: text(200, 1), new_password: text(passwordMax, 1) }),
    output: z.object({ ended_sessions: z.int() }),
    failures: ['wrong_password', 'weak_password', 'too_many_requests'],
  }),
  customerLogin: endpoint({
    withoutProfile: true,
    path: '/api/v1.0.0/customer/login',
    method: 'POST',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Continues the session in the main API and renews its token when it is a day old',
    input: z.object({ lang: common.lang, authkey: common.authkey }),
    output: z.object({
      abonement: z.string(),
      /** The new token to use from now on, or null: the current one stays. The previous one is valid until then. */
      authkey: z.nullable(z.string()),
      /** Unix seconds at which the session ends if it is not used. */
      expires_at: z.int(),
    }),
  }),
  customerLogout: endpoint({
    path: '/api/v1.0.0/customer/logout',
    method: 'POST',
    // The specification's client ends the session when it reads `error: 0`, as for the middleware's logout.
    envelope: 'middleware',
    access: 'optional',
    changes: true,
    summary: 'Ends the session, as the middleware’s logout does',
    input: z.object({ lang: common.lang, authkey: common.authkey }),
    output: z.object({}),
  }),
}
