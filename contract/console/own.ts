/** What belongs to the logged-in member of staff: profile, password, second factors, sessions (STAFF-01). */
import * as z from 'zod/mini'
import { id, text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import {
  NewPasskey,
  PasskeyOptions,
  StaffLanguage,
  UsedPasskey,
  newPassword,
  personName,
  sessionId,
  totpCode,
  typedPassword,
} from './staff-fields.ts'

/** New recovery codes, shown this once; empty when the codes of before stay. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

const StepUpUntil = z.object({
  /** Unix seconds. */
  step_up_until: z.int(),
})

const StaffSession = z.object({
  session_id: z.string(),
  /** Unix seconds. */
  created_at: z.int(),
  last_seen_at: z.int(),
  address: z.string(),
  /** `Chrome, Windows`. */
  device: z.string(),
  is_current: z.boolean(),
})

const SavedView = z.object({
  view_id: z.int(),
  name: z.string(),
  /** Inside the console, with its filters: `/channels?category=7`. */
  address: z.string(),
})

/** A path and its filters inside the console; never another site. */
const viewAddress = () => text(2000, 1).check(z.regex(/^\/(?![/\\])\S*$/))

export const consoleOwn = {
  stepUpPassword: consoleEndpoint({
    method: 'POST',
    path: '/own/step-up/password',
    permission: 'own',
    summary: 'Proves who they are with the password; covers dangerous acts for ten minutes',
    input: z.object({ password: typedPassword() }),
    output: StepUpUntil,
    failures: ['wrong_password', 'too_many_requests'],
  }),
  stepUpTotp: consoleEndpoint({
    method: 'POST',
    path: '/own/step-up/totp',
    permission: 'own',
    summary: 'The same with a code of the authenticator app',
    input: z.object({ code: totpCode() }),
    output: StepUpUntil,
    failures: ['wrong_factor', 'too_many_requests'],
  }),
  stepUpPasskeyOptions: consoleEndpoint({
    method: 'POST',
    path: '/own/step-up/passkey/options',
    permission: 'own',
    summary: 'The options of `navigator.credentials.get` for that',
    input: z.object({}),
    output: PasskeyOptions,
  }),
  stepUpPasskey: consoleEndpoint({
    method: 'POST',
    path: '/own/step-up/passkey',
    permission: 'own',
    summary: 'The same with a passkey',
    input: z.object({ credential: UsedPasskey }),
    output: StepUpUntil,
    failures: ['passkey_refused', 'too_many_requests'],
  }),
  changeProfile: consoleEndpoint({
    method: 'POST',
    path: '/own/profile',
    permission: 'own',
    summary: 'Sets the own name and language',
    input: z.object({ name: personName(), language: StaffLanguage }),
    output: z.object({}),
  }),
  changePassword: consoleEndpoint({
    method: 'POST',
    path: '/own/password',
    permission: 'own',
    summary: 'Changes the password and ends the other sessions',
    input: z.object({ password: typedPassword(), new_password: newPassword() }),
    output: z.object({ ended_sessions: z.int() }),
    failures: ['wrong_password', 'weak_password', 'too_many_requests'],
  }),
  factors: consoleEndpoint({
    method: 'GET',
    path: '/own/factors',
    permission: 'enrolment',
    summary: 'The second factors that are set up',
    input: z.object({}),
    output: z.object({
      totp: z.boolean(),
      passkeys: z.array(
        z.object({
          passkey_id: z.string(),
          name: z.string(),
          /** Unix seconds; `last_used_at` 0: never. */
          created_at: z.int(),
          last_used_at: z.int(),
        }),
      ),
      recovery_codes_left: z.int(),
    }),
  }),
  beginTotp: consoleEndpoint({
    method: 'POST',
    path: '/own/totp/begin',
    permission: 'enrolment',
    stepUp: true,
    summary: 'A new secret for an authenticator app; in use only after its first code was sent',
    input: z.object({}),
    output: z.object({
      /** Base32, for typing it. */
      secret: z.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: z.string(),
    }),
  }),
  confirmTotp: consoleEndpoint({
    method: 'POST',
    path: '/own/totp/confirm',
    permission: 'enrolment',
    stepUp: true,
    summary: 'Sets up the authenticator app, with its first code; completes an enrolment',
    input: z.object({ code: totpCode() }),
    output: RecoveryCodes,
    failures: ['wrong_factor', 'too_many_requests'],
  }),
  removeTotp: consoleEndpoint({
    method: 'POST',
    path: '/own/totp/remove',
    permission: 'own',
    stepUp: true,
    summary: 'Removes the authenticator app; refused when it is the last second factor',
    input: z.object({}),
    output: z.object({}),
    failures: ['last_factor'],
  }),
  newPasskeyOptions: consoleEndpoint({
    method: 'POST',
    path: '/own/passkeys/options',
    permission: 'enrolment',
    stepUp: true,
    summary: 'The options of `navigator.credentials.create`',
    input: z.object({}),
    output: PasskeyOptions,
  }),
  addPasskey: consoleEndpoint({
    method: 'POST',
    path: '/own/passkeys',
    permission: 'enrolment',
    stepUp: true,
    summary: 'Adds a passkey; completes an enrolment',
    input: z.object({ name: text(60, 1), credential: NewPasskey }),
    output: RecoveryCodes,
    failures: ['passkey_refused', 'passkeys_full'],
  }),
  removePasskey: consoleEndpoint({
    method: 'POST',
    path: '/own/passkeys/remove',
    permission: 'own',
    stepUp: true,
    summary: 'Removes a passkey; refused when it is the last second factor',
    input: z.object({ passkey_id: z.string().check(z.maxLength(1400)) }),
    output: z.object({}),
    failures: ['passkey_not_found', 'last_factor'],
  }),
  newRecoveryCodes: consoleEndpoint({
    method: 'POST',
    path: '/own/recovery-codes',
    permission: 'own',
    stepUp: true,
    summary: 'Replaces the recovery codes',
    input: z.object({}),
    output: RecoveryCodes,
  }),
  views: consoleEndpoint({
    method: 'GET',
    path: '/own/views',
    permission: 'own',
    summary: 'The saved views: screens with their filters, by name',
    input: z.object({}),
    output: z.object({ views: z.array(SavedView) }),
  }),
  saveView: consoleEndpoint({
    method: 'POST',
    path: '/own/views',
    permission: 'own',
    summary: 'Saves a screen with its filters; a view of the same name becomes this one',
    input: z.object({ name: text(60, 1), address: viewAddress() }),
    output: SavedView,
    failures: ['views_full'],
  }),
  removeView: consoleEndpoint({
    method: 'POST',
    path: '/own/views/remove',
    permission: 'own',
    summary: 'Removes a saved view',
    input: z.object({ view_id: id() }),
    output: z.object({}),
  }),
  sessions: consoleEndpoint({
    method: 'GET',
    path: '/own/sessions',
    permission: 'own',
    summary: 'The own sessions, this one first, then the latest seen first',
    input: z.object({}),
    output: z.object({ sessions: z.array(StaffSession) }),
  }),
  endSession: consoleEndpoint({
    method: 'POST',
    path: '/own/sessions/end',
    permission: 'own',
    summary: 'Ends one of the own sessions',
    input: z.object({ session_id: sessionId() }),
    output: z.object({}),
    failures: ['staff_session_not_found'],
  }),
  endOtherSessions: consoleEndpoint({
    method: 'POST',
    path: '/own/sessions/end-others',
    permission: 'own',
    summary: 'Ends every own session but this one',
    input: z.object({}),
    output: z.object({ ended_sessions: z.int() }),
  }),
}
