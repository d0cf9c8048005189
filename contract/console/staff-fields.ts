/** Field schemas that the console's endpoints about staff share. */
import * as z from 'zod/mini'
import { passwordMax } from '#contract/form/constants.ts'
import { formNamed } from '#contract/form/field-forms.ts'
import { text } from '#contract/form/fields.ts'
import { roles } from '#contract/form/permissions.ts'

/** Staff passwords are longer than subscribers'. */
export const staffPasswordMin = 12
/** An invitation is accepted once, within 72 hours. */
export const invitationLifeSec = 72 * 3600
/** How long a proof of identity covers dangerous acts. */
export const stepUpSec = 600
/** How many recovery codes there are; each is accepted once. */
export const recoveryCodeCount = 10

export const RoleName = z.enum(roles)
/** Languages of the console; subscribers' texts have the first two only. */
export const staffLanguages = ['ru', 'uz', 'en'] as const
export type StaffLanguage = (typeof staffLanguages)[number]
export const StaffLanguage = z.enum(staffLanguages)
/** `second_factor` and `enrolment`: the password was right, and the second factor must be proven or set up. */
export const LoginStage = z.enum(['second_factor', 'enrolment', 'full'])
export const FactorKind = z.enum(['totp', 'passkey', 'recovery_code'])

/** A login, in lower case: 3 to 100 letters, digits and `. _ - + @`; an e-mail address fits. */
export function login() {
  return z.pipe(
    z
      .string()
      .check(z.trim(), z.maxLength(100), z.regex(/^[a-z0-9][a-z0-9._+@-]{2,99}$/i, formNamed('staff_login'))),
    z.transform((written: string) => written.toLowerCase()),
  )
}

/** The name of a person as the audit shows it. */
export function personName() {
  return text(100, 2)
}

/** A password as typed at a login: any non-empty text. */
export function typedPassword() {
  return z.string().check(z.minLength(1), z.maxLength(passwordMax * 2))
}

/** A new password. */
export function newPassword() {
  return z.string().check(z.minLength(staffPasswordMin), z.maxLength(passwordMax))
}

/** The six digits of an authenticator app; blanks in between are ignored. */
export function totpCode() {
  return z.pipe(
    z.string().check(z.regex(/^\s*\d{3}\s?\d{3}\s*$/, formNamed('sms_code'))),
    z.transform((written: string) => written.replace(/\s/g, '')),
  )
}

/** A token of a link: 43 characters of base64url. */
export function linkToken() {
  return z.string().check(z.regex(/^[\w-]{43}$/, formNamed('link_token')))
}

/** A session's id. */
export function sessionId() {
  return z.string().check(z.regex(/^[0-9a-f-]{36}$/))
}

/** A text of base64url, as browsers send the parts of a passkey. */
function base64url(maxLength: number) {
  return z.string().check(z.maxLength(maxLength), z.regex(/^[\w-]+={0,2}$/))
}

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.enum(['platform', 'cross-platform']))),
  clientExtensionResults: z._default(z.looseObject({}), {}),
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create` (WebAuthn Level 3). */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get`. */
export const UsedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
})

/** Options for `navigator.credentials`, in the JSON form of WebAuthn Level 3. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })
