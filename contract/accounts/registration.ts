/** Registration and account recovery by a one-time code (ACC-02 … ACC-04, ACC-12 … ACC-14). */
import * as z from 'zod/mini'
import { passwordMax } from '#contract/form/constants.ts'
import { DeviceKind } from './devices.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, middlewareInput, optionalText, text } from '#contract/form/fields.ts'

/** How a client proves that it owns the phone number, or that it is a person. */
export const Way = z.enum(['sms', 'call', 'captcha'])

/** The state of a code request. */
export const Pending = z.object({
  /**
   * `sms_sent`: a code is on its way. `call_pending`: the exchange accepted the call; `call_sent`: the phone rings.
   * `captcha_link_sent`: solve the challenge at `captcha_url` and repeat the request with it as `captcha`.
   * `code_right`: the code was only to be checked; it is right and can still be used.
   */
  state: z.enum(['sms_sent', 'call_sent', 'call_pending', 'captcha_link_sent', 'code_right', 'done']),
  /** Seconds until another code may be requested (ACC-04). */
  resend_after_sec: z.int(),
  /** Seconds for which the sent code is valid; 0 when none was sent. */
  expires_in_sec: z.int(),
  /** 1: those who chose so get this code in Telegram; the next one goes by SMS. The same for every phone. */
  may_be_telegram: answeredFlag,
  /** The methods allowed for the next request of this phone. */
  ways: z.object({ item: z.array(Way) }),
  /** The address of a challenge, or ''. */
  captcha_url: z.string(),
})

const codeFields = {
  mobile_phone_number: optionalText(40),
  /** 1: send a code by SMS … */
  send_sms: z.optional(flag()),
  /** … or by a call that reads it aloud. */
  send_call: z.optional(flag()),
  /** A solved challenge: the response of `account/captcha` with its solution, as base64 of JSON. */
  captcha: optionalText(4000),
  code: optionalText(20),
}

/** 1: only check the code (`code_right`); it stays valid for the request that uses it. */
const check = z.optional(flag())

const codeFailures = [
  'wrong_phone',
  'too_soon',
  'address_limit',
  'too_many_requests',
  'wrong_code',
  'code_spent',
  'external_api_error',
  'captcha_wrong',
] as const

export const registration = {
  checkPhone: endpoint({
    path: '/middleware/phpapi/check_phone',
    changes: true,
    summary:
      'Whether a phone number can be used for registration, and with which methods; never whether it is registered',
    input: middlewareInput({ phone: text(40, 1) }),
    output: z.object({
      /** `+998 90 123-45-67`. */
      phone: z.string(),
      ways: z.object({ item: z.array(Way) }),
      resend_after_sec: z.int(),
    }),
    failures: ['wrong_phone', 'registration_off', 'too_many_requests'],
    rateLimits: [{ name: 'check-phone', per: 'network', attempts: 60, perSec: 300 }],
  }),
  captcha: endpoint({
    path: '/middleware/account/captcha',
    summary: 'A proof-of-work challenge (ALTCHA), valid for ten minutes and for one use',
    input: middlewareInput({}),
    output: z.object({
      parameters: z.record(z.string(), z.unknown()),
      signature: z.string(),
    }),
    failures: ['captcha_limit'],
    // A challenge costs the server 40 hashes and a signature; a person needs one or two.
    rateLimits: [{ name: 'captcha', per: 'network', attempts: 60, perSec: 600, failure: 'captcha_limit' }],
  }),
  register: endpoint({
    path: '/middleware/account/register',
    changes: true,
    summary:
      'Registers by phone: first sends a code, then creates the account with the code. Without a password one is generated ' +
      'and sent by SMS',
    input: middlewareInput({
      ...codeFields,
      check,
      device_uid: optionalText(100),
      device_serial: optionalText(100),
      device_model: optionalText(200),
      device_kind: z.optional(DeviceKind),
      password: optionalText(passwordMax),
      name: optionalText(100),
      /** 1: the terms are accepted. If omitted, a `comment` with the date counts as consent. */
      terms: z.optional(flag()),
      /** Free text with the registration date as dd.mm.yyyy: the date on which the terms were accepted. */
      comment: optionalText(200),
      dealer_id: optionalText(20),
      auto_activation_period: optionalText(20),
      promo_code: optionalText(40),
      utm_source: optionalText(200),
      utm_medium: optionalText(200),
      utm_campaign: optionalText(200),
    }),
    output: z.extend(Pending, {
      /** The session's token when `state` is `done`, else null. */
      authkey: z.nullable(z.string()),
      /** The new subscriber number when `state` is `done`, else null. */
      abonement: z.nullable(z.string()),
    }),
    failures: [
      ...codeFailures,
      'client_forbidden',
      'wrong_activation_period',
      'phone_registered',
      'phone_or_device_needed',
      'external_billing_error',
      'wrong_dealer',
      'registration_off',
      'terms_needed',
      'weak_password',
    ],
  }),
  rereg: endpoint({
    path: '/middleware/phpapi/rereg',
    changes: true,
    summary: 'Sends the code of a started registration again, by SMS or by a call',
    input: middlewareInput({
      phone: text(40, 1),
      send_call: z.optional(flag()),
      captcha: optionalText(4000),
    }),
    output: Pending,
    failures: [...codeFailures, 'registration_off'],
  }),
  resetPassword: endpoint({
    path: '/middleware/account/reset_password',
    changes: true,
    summary:
      'A forgotten password: first sends a code, then sets a new password with it and ends all sessions; without one a ' +
      'password is generated and sent by SMS. The response is the same for registered and unknown phones',
    input: middlewareInput({ ...codeFields, check, new_password: optionalText(passwordMax) }),
    output: Pending,
    failures: [...codeFailures, 'weak_password'],
  }),
  confirmLogin: endpoint({
    path: '/middleware/account/login/confirm',
    changes: true,
    summary:
      'Resolves `login_code_needed`: first sends a code, then accepts it; for an hour the login with the right password ' +
      'then works from the caller’s network. The response is the same for registered and unknown phones',
    input: middlewareInput(codeFields),
    output: Pending,
    failures: codeFailures,
  }),
  confirmPhone: endpoint({
    forAdults: true,
    path: '/middleware/account/phone/confirm',
    access: 'viewer',
    changes: true,
    summary:
      'Sets or changes the account’s phone: first sends a code, then accepts the phone with it and the account’s password. The previous phone is notified',
    input: middlewareInput({
      ...codeFields,
      /** The account's password, required together with the code: a stolen token alone cannot change the phone. */
      password: optionalText(200),
    }),
    output: Pending,
    failures: [...codeFailures, 'phone_registered', 'wrong_password'],
  }),
  settings: endpoint({
    path: '/middleware/account/register/settings',
    summary: 'Whether registration is available, and with which methods',
    input: middlewareInput({}),
    output: z.object({
      is_open: z.literal([0, 1]),
      ways: z.object({ item: z.array(Way) }),
      code_length: z.int(),
      password_min: z.int(),
      terms_version: z.string(),
    }),
    cache: { sec: 60 },
  }),
}
