/** Before and at the login of the staff: the first owner, password, second factor, invitations (STAFF-01). */
import * as z from 'zod/mini'
import type { RateLimitPolicy } from '#contract/form/endpoint.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import {
  FactorKind,
  LoginStage,
  PasskeyOptions,
  RoleName,
  StaffLanguage,
  UsedPasskey,
  linkToken,
  login,
  newPassword,
  personName,
  totpCode,
  typedPassword,
} from './staff-fields.ts'

/** Beside the delays per login and per member of staff: one network cannot try many logins. */
const perNetwork: RateLimitPolicy = {
  name: 'console_login',
  per: 'network',
  attempts: 60,
  perSec: 300,
  isShared: true,
}

/** The state of a login. `factors`: what may prove the second factor, when `stage` is `second_factor`. */
const Stage = z.object({ stage: LoginStage, factors: z.array(FactorKind) })

export const StaffSelf = z.object({
  staff_id: z.int(),
  login: z.string(),
  name: z.string(),
  role: RoleName,
  language: StaffLanguage,
})

export const consoleEntry = {
  session: consoleEndpoint({
    method: 'GET',
    path: '/session',
    permission: 'anyone',
    summary: 'Who is logged in, how far, and with which permissions',
    input: z.object({}),
    output: z.object({
      /** True until the first owner exists. */
      set_up_needed: z.boolean(),
      /** Null: nobody is logged in. */
      stage: z.nullable(LoginStage),
      factors: z.array(FactorKind),
      /** Null before `stage` is `full`. */
      staff: z.nullable(StaffSelf),
      /** `section.level`. */
      permissions: z.array(z.string()),
      /** Unix seconds: dangerous acts are accepted until then; 0 when not. */
      step_up_until: z.int(),
      /** Unix seconds: the session ends then at the latest; 0 without one. */
      ends_at: z.int(),
      /** The first run was not ended, and the role may see it. */
      is_first_run: z.boolean(),
      /** What the service is called. */
      service: z.object({ ru: z.string(), uz: z.string() }),
    }),
  }),
  setUp: consoleEndpoint({
    method: 'POST',
    path: '/set-up',
    permission: 'anyone',
    summary: 'Creates the first owner, with the password of EKRAN_OPERATOR_PASSWORD; once',
    input: z.object({
      operator_password: typedPassword(),
      login: login(),
      name: personName(),
      password: newPassword(),
      language: z._default(StaffLanguage, 'ru'),
    }),
    output: Stage,
    failures: [
      'console_set_up',
      'wrong_operator_password',
      'operator_password_unset',
      'weak_password',
      'too_many_requests',
    ],
    rateLimits: [perNetwork],
  }),
  logIn: consoleEndpoint({
    method: 'POST',
    path: '/log-in',
    permission: 'anyone',
    summary: 'Checks login and password; the second factor follows',
    input: z.object({ login: login(), password: typedPassword() }),
    output: Stage,
    failures: ['wrong_login', 'staff_blocked', 'too_many_requests'],
    rateLimits: [perNetwork],
  }),
  proveTotp: consoleEndpoint({
    method: 'POST',
    path: '/log-in/totp',
    permission: 'second_factor',
    summary: 'Completes a login with the code of an authenticator app',
    input: z.object({ code: totpCode() }),
    output: Stage,
    failures: ['wrong_factor', 'too_many_requests'],
  }),
  proveRecoveryCode: consoleEndpoint({
    method: 'POST',
    path: '/log-in/recovery-code',
    permission: 'second_factor',
    summary: 'Completes a login with a recovery code, which is used up',
    input: z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) }),
    output: Stage,
    failures: ['wrong_factor', 'too_many_requests'],
  }),
  passkeyOptions: consoleEndpoint({
    method: 'POST',
    path: '/log-in/passkey/options',
    permission: 'second_factor',
    summary: 'The options of `navigator.credentials.get` for this login',
    input: z.object({}),
    output: PasskeyOptions,
  }),
  provePasskey: consoleEndpoint({
    method: 'POST',
    path: '/log-in/passkey',
    permission: 'second_factor',
    summary: 'Completes a login with a passkey',
    input: z.object({ credential: UsedPasskey }),
    output: Stage,
    failures: ['passkey_refused', 'too_many_requests'],
  }),
  logOut: consoleEndpoint({
    method: 'POST',
    path: '/log-out',
    permission: 'anyone',
    summary: 'Ends the session, at any stage; without one it does nothing',
    input: z.object({}),
    output: z.object({}),
  }),
  invitation: consoleEndpoint({
    method: 'POST',
    path: '/invitation',
    permission: 'anyone',
    summary: 'Whom a link is for: an invitation, or a new password. POST, so that the token is in no address',
    input: z.object({ token: linkToken() }),
    output: z.object({
      kind: z.enum(['invitation', 'new_password']),
      login: z.string(),
      name: z.string(),
      role: RoleName,
      /** Unix seconds. */
      expires_at: z.int(),
    }),
    failures: ['invitation_ended', 'too_many_requests'],
    rateLimits: [perNetwork],
  }),
  acceptInvitation: consoleEndpoint({
    method: 'POST',
    path: '/invitation/accept',
    permission: 'anyone',
    summary: 'Uses a link: creates the member of staff with this password, or sets the new password',
    input: z.object({
      token: linkToken(),
      password: newPassword(),
      /** Default: the name in the invitation. */
      name: z.optional(personName()),
      language: z.optional(StaffLanguage),
    }),
    output: Stage,
    failures: ['invitation_ended', 'weak_password', 'login_taken', 'staff_blocked', 'too_many_requests'],
    rateLimits: [perNetwork],
  }),
}
