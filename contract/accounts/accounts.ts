/** Authentication: login, logout, the session and the subscriber. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { ShownTariffLook } from '#contract/form/shown-tariff-look.ts'
import { DeviceKind } from './devices.ts'
import { answeredFlag, id, middlewareInput, optionalText, text } from '#contract/form/fields.ts'

export const Subscription = z.object({
  tariff_id: z.int(),
  name: z.string(),
  look: ShownTariffLook,
  /** Price of the next period in sums. */
  price: z.number(),
  /** Length of that period in days. */
  period_days: z.int(),
  state: z.enum(['active', 'suspended', 'off']),
  is_base: z.literal([0, 1]),
  auto_renew: z.literal([0, 1]),
  /** Unix seconds at which it ends or is charged again. */
  paid_until: z.int(),
  /** Of one that is paused: until when, unix seconds; 0 otherwise. */
  paused_until: z.int(),
  /** Whether its rules let the subscriber pause it. */
  may_pause: answeredFlag,
  /** Another base tariff that takes its place when its paid time ends, and what it costs then in sums; 0 and '' for none. */
  next_tariff_id: z.int(),
  next_name: z.string(),
  next_price: z.number(),
})

export const accounts = {
  login: endpoint({
    path: '/middleware/login',
    changes: true,
    /** `device_limit` includes `{ devices: { item: Device[] } }`: see `devicesInDetails` in devices.ts. */
    summary: 'Starts a session with a phone or subscriber number and a password',
    input: middlewareInput({
      phone_number: optionalText(30),
      abonement: optionalText(20),
      password: text(200, 1),
      device_uid: text(100, 1),
      device_serial: optionalText(100),
      device_model: optionalText(200),
      device_kind: z.optional(DeviceKind),
      /** The device to remove when the account's device limit is reached: its `device_id` from the error's list. */
      release_device_id: z.optional(id()),
    }),
    output: z.object({
      /** The session's token: sent as a bearer header or `authkey` from now on. */
      authkey: z.string(),
      abonement: z.string(),
    }),
    failures: [
      'wrong_credentials',
      'account_blocked',
      'account_deactivated',
      'device_banned',
      'device_limit',
      'device_not_found',
      'too_many_requests',
      'login_code_needed',
      'busy',
    ],
  }),
  logout: endpoint({
    path: '/middleware/logout',
    access: 'optional',
    changes: true,
    takesAuthkey: true,
    summary: 'Ends the session; without one it does nothing',
    input: middlewareInput({}),
    output: z.object({}),
  }),
  status: endpoint({
    path: '/middleware/account/status',
    access: 'optional',
    summary: 'Whether the token is valid: status 0 is logged in, 1 is not (ACC-06)',
    input: middlewareInput({}),
    output: z.object({
      status: z.literal([0, 1]),
      /** Why the status is 1; `good` with 0, `none` without a token. */
      reason: z.enum(['good', 'none', 'ended', 'blocked', 'deactivated']),
      /** 1 when the token is old enough to be exchanged for a new one by `customer/login`. */
      renew: answeredFlag,
      /** The call centre, for a blocked subscriber. */
      support_phone: z.string(),
    }),
    cache: { sec: 0 },
  }),
  info: endpoint({
    withoutProfile: true,
    path: '/middleware/customer/info',
    access: 'viewer',
    summary: 'The subscriber: number, balance, subscriptions, promotions',
    input: middlewareInput({}),
    output: z.object({
      abonement: z.string(),
      phone_number: z.string(),
      name: z.string(),
      state: z.enum(['active', 'suspended']),
      /** Sums. To a child's profile all sums are 0. */
      balance: z.number(),
      /** Sums missing to renew the subscription; 0 when nothing is missing. */
      missing: z.number(),
      subscriptions: z.object({ item: z.array(Subscription) }),
      /** How often the bonus for 1000 sums was used, and with which promotions: not 0 means used (PROMO-03). */
      promotions: z.object({ premium_max_for_one_sum: z.int(), item: z.array(z.object({ id: z.int() })) }),
    }),
  }),
}
