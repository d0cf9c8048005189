/** The operator's bot in Telegram: an account's link with it, and the login by it. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, id, optionalText, siteInput as input, text } from '#contract/form/fields.ts'
import { DeviceKind } from './devices.ts'

const Link = z.object({
  /** 0: the operator has no bot. */
  is_on: answeredFlag,
  /** Its name without the at sign; '' without a bot. */
  bot: z.string(),
  is_linked: answeredFlag,
  /** As Telegram calls the person; '' without a link. */
  name: z.string(),
  /** 1: the person has blocked the bot, so nothing arrives. */
  is_blocked: answeredFlag,
  /** 1: the person shared the account's phone with the bot; needed for codes and the login. */
  is_phone_checked: answeredFlag,
  /** 1: notifications go there too. */
  notices: answeredFlag,
  /** 1: codes of logins and of a new password go there first. */
  codes: answeredFlag,
})

export const telegram = {
  show: endpoint({
    forAdults: true,
    path: '/api/v1/telegram',
    envelope: 'data',
    access: 'viewer',
    summary: 'The Telegram of the account, and what goes there',
    input: input({}),
    output: Link,
  }),
  begin: endpoint({
    forAdults: true,
    opensAccount: true,
    method: 'POST',
    path: '/api/v1/telegram/begin',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'A link to the bot that links the account once: for 15 minutes, and for one use',
    input: input({}),
    output: z.object({ address: z.string(), expires_in_sec: z.int() }),
    failures: ['telegram_off', 'too_many_requests'],
    rateLimits: [{ name: 'telegram-begin', per: 'account', attempts: 20, perSec: 600 }],
  }),
  choose: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/telegram/choose',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'What goes to Telegram',
    input: input({ notices: z.optional(flag()), codes: z.optional(flag()) }),
    output: Link,
    failures: ['telegram_not_linked', 'telegram_phone_unchecked'],
  }),
  unlink: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/telegram/unlink',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Ends the link; without one it does nothing',
    input: input({}),
    output: Link,
  }),
  loginPage: endpoint({
    path: '/api/v1/telegram/login-page',
    envelope: 'data',
    summary:
      'Where Telegram asks a person whether this site may know who they are: `origin` and `return_to` are added by the client. It leads back with `#tgAuthResult=`',
    input: input({}),
    /** '' without a bot. */
    output: z.object({ address: z.string() }),
    cache: { sec: 60 },
  }),
  logIn: endpoint({
    method: 'POST',
    path: '/api/v1/telegram/login',
    envelope: 'data',
    changes: true,
    summary: 'Starts a session by a signed login of Telegram, for a linked account',
    input: input({
      /** What follows `#tgAuthResult=`; valid for five minutes and for one session. */
      result: text(4000, 1),
      device_uid: text(100, 1),
      device_serial: optionalText(100),
      device_model: optionalText(200),
      device_kind: z.optional(DeviceKind),
      /** The device to remove when the account's device limit is reached. */
      release_device_id: z.optional(id()),
    }),
    output: z.object({ authkey: z.string(), abonement: z.string() }),
    failures: [
      ...(['telegram_off', 'telegram_login_wrong', 'telegram_login_old', 'telegram_unknown'] as const),
      ...(['telegram_phone_unchecked', 'account_blocked', 'account_deactivated', 'device_banned'] as const),
      ...(['device_limit', 'device_not_found', 'too_many_requests', 'busy'] as const),
      ...(['wrong_credentials', 'login_code_needed'] as const),
    ],
    rateLimits: [{ name: 'telegram-login', per: 'network', attempts: 60, perSec: 300 }],
  }),
}
