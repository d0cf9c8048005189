/** Subscribers for trying: made by the staff with a tariff that the service pays, removed again. */
import * as z from 'zod/mini'
import { id, text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'settings', level: 'view' } as const
const act = { section: 'settings', level: 'act' } as const

const Login = {
  account_id: z.int(),
  /** The subscriber number. */
  abonement: z.string(),
}

export const consoleTrials = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/trials',
    permission: view,
    summary: 'The subscribers for trying, and the tariffs that one may get',
    input: z.object({}),
    output: z.object({
      trials: z.array(
        z.object({
          ...Login,
          /** `+998` and nine digits that its user has confirmed since; '' for none. */
          phone: z.string(),
          name: z.string(),
          /** Unix seconds. */
          created_at: z.int(),
          /** '' for none. */
          tariff: z.object({ ru: z.string(), uz: z.string() }),
          /** Until when it is paid, unix seconds; 0 without a tariff. */
          paid_until: z.int(),
        }),
      ),
      /** The cheapest first, which is the one chosen when none is named. */
      tariffs: z.array(
        z.object({
          tariff_id: z.int(),
          ru: z.string(),
          uz: z.string(),
          /** Soʻm of the first period. */
          price: z.number(),
        }),
      ),
    }),
  }),
  make: consoleEndpoint({
    method: 'POST',
    path: '/trials/make',
    permission: act,
    summary: 'Makes a subscriber for trying, with a tariff paid from the account `trials`',
    input: z.object({
      /** 6 to 12 digits that are no phone; '': the next free number. */
      abonement: text(30),
      name: text(100),
      /** Absent: the cheapest. */
      tariff_id: z.optional(id()),
    }),
    output: z.object({
      ...Login,
      /** Shown once. */
      password: z.string(),
      tariff: z.object({ ru: z.string(), uz: z.string() }),
      /** Soʻm that were added and charged. */
      credit: z.number(),
      paid_until: z.int(),
    }),
    failures: [
      ...(['trial_number_taken', 'trial_name_wrong', 'trials_full'] as const),
      ...(['trial_tariff_needed', 'trial_tariff_gone'] as const),
    ],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/trials/remove',
    permission: act,
    summary: 'Removes a subscriber for trying: logs it out, closes it and releases its phone',
    input: z.object({ account_id: id() }),
    output: z.object({ abonement: z.string() }),
    failures: ['trial_not_found', 'trial_has_paid'],
  }),
}
