/** What the staff does for a subscriber by hand: money, days, devices, tariffs, access (CARE-04). */
import * as z from 'zod/mini'
import { flag, id, text, whole } from '#contract/form/fields.ts'
import { DaysEffect, MoneyEffect, PauseEffect, Words } from './act-effects.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'subscribers', level: 'view' } as const
const give = { section: 'credits', level: 'act' } as const
const act = { section: 'subscribers', level: 'act' } as const
const templates = { section: 'settings', level: 'edit' } as const

/** Made once by a form, and sent again with a repeated press or a retry: the act is done once. */
const once = {
  account_id: id(),
  key: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  /** Why: for the audit and the other members of staff. */
  reason: text(500, 1),
}
/** `seen` of the form's data: an act that somebody else did since is told instead of doing another. */
const seen = { seen: whole(0, 2_147_483_647) }
const tariff = { tariff_id: id() }

/** Who did it and when: another than the caller where the same form was sent before. */
const Done = z.object({
  act_id: z.int(),
  by: z.string(),
  /** Unix seconds. */
  at: z.int(),
  /** The same key came before; nothing was done now. */
  is_repeated: z.boolean(),
})
const busyFailures = [
  ...(['not_found', 'key_used', 'act_done_since', 'subscriber_erased', 'subscriber_merged'] as const),
] as const

const pauseRefusals = [
  ...(['not_connected', 'pause_not_allowed', 'pause_days_wrong', 'pause_too_soon'] as const),
  ...(['pause_already_on', 'pause_not_running', 'act_beyond_pause'] as const),
] as const

const Limit = z.object({
  /** For one act; -1: no limit. */
  each: z.number(),
  /** Left today; -1: no limit. */
  left: z.number(),
})
const Template = z.object({
  template_id: z.int(),
  name: Words,
  /** Soʻm; 0 for days. */
  amount: z.number(),
  days: z.int(),
  is_active: z.boolean(),
})
export type ShownTemplate = z.output<typeof Template>

const sum = () => whole(1, 100_000_000)

export const consoleSubscriberActs = {
  desk: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/acts',
    permission: view,
    summary: 'What the acts on a subscriber start from: limits, templates, banned devices, tariffs on offer',
    input: z.object({ account_id: id() }),
    output: z.object({
      /** The last act on the account; 0: none. */
      seen: z.int(),
      sum: Limit,
      days: Limit,
      /** The roles without a limit, or with a higher one. */
      may_more: z.array(z.string()),
      templates: z.array(Template),
      banned: z.array(
        z.object({
          uid: z.string(),
          name: z.string(),
          model: z.string(),
          reason: z.string(),
          by: z.string(),
          at: z.int(),
        }),
      ),
      /** Connected tariffs that the staff may pause by their rules: the days, and the longest pause of the caller's role. */
      pauses: z.array(
        z.object({ tariff_id: z.int(), min_days: z.int(), max_days: z.int(), is_once: z.boolean() }),
      ),
      offers: z.array(z.object({ tariff_id: z.int(), name: Words, price: z.number(), is_base: z.boolean() })),
      /** What can be taken back at the moment, the newest first; at most 20. */
      undoable: z.array(
        z.object({
          act_id: z.int(),
          kind: z.string(),
          amount: z.number(),
          days: z.int(),
          by: z.string(),
          at: z.int(),
          /** Somebody else's act that is beyond this member's limit of sums or days; '' when it may be taken back. */
          beyond: z.enum(['', 'sum', 'days']),
        }),
      ),
    }),
    failures: ['not_found'],
  }),
  moneyEffect: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/acts/money-effect',
    permission: view,
    summary: 'What a credit or a debit would do now',
    input: z.object({ account_id: id(), kind: z.enum(['credit', 'debit']), amount: sum() }),
    output: z.object({ ...MoneyEffect.shape, seen: z.int() }),
    failures: ['not_found', 'act_not_covered'],
  }),
  money: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/money',
    permission: give,
    summary: 'Credits or debits the balance by hand, within the limits of the role',
    input: z.object({
      ...once,
      ...seen,
      kind: z.enum(['credit', 'debit']),
      /** An apology, or something put right. A debit puts something right. */
      purpose: z.enum(['goodwill', 'correction']),
      /** Soʻm. */
      amount: sum(),
    }),
    output: z.object({ ...Done.shape, effect: MoneyEffect }),
    failures: [...busyFailures, 'act_beyond_sum', 'act_not_covered'],
  }),
  daysEffect: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/acts/days-effect',
    permission: view,
    summary: 'What given days would do now',
    input: z.object({ account_id: id(), ...tariff, days: whole(1, 365) }),
    output: z.object({ ...DaysEffect.shape, seen: z.int() }),
    failures: ['not_found', 'not_connected'],
  }),
  days: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/days',
    permission: give,
    summary: 'Gives days on a tariff, within the limits of the role: the next charge is later',
    input: z.object({ ...once, ...seen, ...tariff, days: whole(1, 365) }),
    output: z.object({ ...Done.shape, effect: DaysEffect }),
    failures: [...busyFailures, 'act_beyond_days', 'not_connected'],
  }),
  takeBack: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/take-back',
    permission: give,
    summary:
      'Takes back a credit, a debit or given days that were not used, once; those of others within the limits',
    input: z.object({ account_id: id(), act_id: id(), reason: text(500, 1) }),
    output: z.object({ act_id: z.int(), balance: z.number() }),
    failures: [
      ...(['not_found', 'subscriber_erased', 'subscriber_merged'] as const),
      ...(['act_spent', 'act_taken_back', 'act_beyond_sum', 'act_beyond_days'] as const),
    ],
  }),
  templates: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/acts/templates',
    permission: { section: 'settings', level: 'view' },
    summary: 'All goodwill templates, those on offer first',
    input: z.object({}),
    output: z.object({ templates: z.array(Template) }),
  }),
  saveTemplate: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/template',
    permission: templates,
    summary: 'Adds or changes a goodwill template',
    input: z.object({
      /** 0: a new one. */
      template_id: whole(0, 2_147_483_647),
      name_ru: text(120, 1),
      name_uz: text(120, 1),
      name_en: text(120, 1),
      /** Soʻm or days: exactly one of them above 0. */
      amount: whole(0, 100_000_000),
      days: whole(0, 365),
      is_active: flag(),
    }),
    output: z.object({ template_id: z.int() }),
    failures: ['not_found', 'invalid_input'],
  }),
  device: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/device',
    permission: act,
    summary: 'Renames, removes or bans a device of a subscriber',
    input: z.object({
      ...once,
      device_id: id(),
      what: z.enum(['rename', 'remove', 'ban']),
      /** For `rename`; '' gives it no name. */
      name: text(60),
    }),
    output: Done,
    failures: [...busyFailures, 'device_not_found'],
  }),
  unban: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/unban',
    permission: act,
    summary: 'Lets a banned device log in again',
    input: z.object({ ...once, uid: z.string().check(z.minLength(1), z.maxLength(100)) }),
    output: Done,
    failures: [...busyFailures, 'device_not_found'],
  }),
  stopStream: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/stop',
    permission: act,
    summary: 'Stops what plays now on one player',
    input: z.object({ ...once, stream_id: z.string().check(z.minLength(1), z.maxLength(100)) }),
    output: Done,
    failures: [...busyFailures, 'stream_not_found'],
  }),
  signOut: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/sign-out',
    permission: act,
    summary: 'Signs a subscriber out on every device',
    input: z.object(once),
    output: Done,
    failures: busyFailures,
  }),
  tariffEffect: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/acts/tariff-effect',
    permission: view,
    summary: 'What connecting a tariff would cost now, by the rules of the site',
    input: z.object({ account_id: id(), ...tariff }),
    output: z.object({
      seen: z.int(),
      name: Words,
      /** Soʻm that it takes from the balance now. */
      cost: z.number(),
      before: z.number(),
      after: z.number(),
      /** The base tariff that ends with it. */
      replaced: z.nullable(Words),
      /** Soʻm: what is credited for its unused days, and what of it stays on the balance. */
      credit: z.number(),
      rest: z.number(),
      /** Unix seconds at which it takes the place of the base tariff; 0: now. */
      planned_from: z.int(),
      /** What is charged next, soʻm. */
      next_cost: z.number(),
      /** Free days of the former tariff that come behind; 0: none. */
      free_days: z.int(),
      /** It was connected and would have ended: it is renewed instead. */
      is_renewal: z.boolean(),
      /** Trial days that it begins with; 0: none. */
      trial_days: z.int(),
    }),
    failures: [
      'not_found',
      'tariff_not_found',
      'already_connected',
      'billing_misconfigured',
      'insufficient_funds',
      'subscriber_closed',
    ],
  }),
  connect: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/connect',
    permission: act,
    summary: 'Connects, changes or resumes a tariff from the balance, by the rules of the site',
    input: z.object({
      ...once,
      ...seen,
      ...tariff,
      /** Soʻm: what the form showed; another cost is refused. */
      agreed: z.number().check(z.minimum(0), z.maximum(1_000_000_000)),
    }),
    output: z.object({ ...Done.shape, cost: z.number(), balance: z.number() }),
    failures: [
      ...busyFailures,
      ...(['tariff_not_found', 'already_connected', 'billing_misconfigured'] as const),
      ...(['insufficient_funds', 'price_changed', 'subscriber_closed'] as const),
    ],
  }),
  endTariff: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/end-tariff',
    permission: act,
    summary: 'Switches the renewal of a tariff off or on, or the tariff off at once',
    input: z.object({ ...once, ...seen, ...tariff, mode: z.enum(['renewal_off', 'renewal_on', 'now']) }),
    output: Done,
    failures: [...busyFailures, 'not_connected'],
  }),
  pauseEffect: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/acts/pause-effect',
    permission: view,
    summary: 'What a pause of a tariff would do now, by its rule and within the limit of the role',
    input: z.object({ account_id: id(), ...tariff, days: whole(1, 366) }),
    output: z.object({ ...PauseEffect.shape, seen: z.int() }),
    failures: ['not_found', ...pauseRefusals],
  }),
  pause: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/pause',
    permission: act,
    summary: 'Pauses a tariff: nothing is open and nothing is charged, the paid days go on afterwards',
    input: z.object({ ...once, ...seen, ...tariff, days: whole(1, 366) }),
    output: Done,
    failures: [...busyFailures, ...pauseRefusals],
  }),
  endPause: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/end-pause',
    permission: act,
    summary: 'Ends the pause of a tariff: its paid days go on now',
    input: z.object({ ...once, ...seen, ...tariff }),
    output: Done,
    failures: [...busyFailures, 'pause_not_on'],
  }),
  password: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/password',
    permission: act,
    summary: 'Sends a new password by SMS to the own phone of the subscriber and ends every session',
    input: z.object(once),
    output: z.object({ ...Done.shape, /** Where it went, with its middle hidden. */ phone: z.string() }),
    failures: [
      ...busyFailures,
      ...(['reset_no_phone', 'reset_no_sms', 'reset_too_often', 'reset_not_sent'] as const),
    ],
  }),
  phone: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/phone',
    permission: act,
    summary: 'Gives a subscriber another phone; sessions stay, and the former number is told',
    input: z.object({ ...once, phone: text(30, 1) }),
    output: Done,
    failures: [...busyFailures, 'wrong_phone', 'phone_registered'],
  }),
  rename: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/name',
    permission: act,
    summary: 'Changes the name of a subscriber',
    input: z.object({ ...once, name: text(100) }),
    output: Done,
    failures: busyFailures,
  }),
  brand: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/brand',
    permission: act,
    summary: 'Gives a subscriber another brand of this installation',
    input: z.object({ ...once, brand: id() }),
    output: Done,
    failures: [...busyFailures, 'brand_unknown', 'brand_same'],
  }),
  state: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/acts/state',
    permission: act,
    summary: 'Blocks or unblocks a subscriber',
    input: z.object({ ...once, state: z.enum(['active', 'blocked']) }),
    output: Done,
    failures: busyFailures,
  }),
}
