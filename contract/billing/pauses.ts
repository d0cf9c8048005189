/** Pauses of a tariff by the subscriber: nothing is open and nothing is charged, the paid days go on afterwards. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, id, siteInput as input, whole } from '#contract/form/fields.ts'

const refusals = [
  'not_connected',
  'pause_not_allowed',
  'pause_too_soon',
  'tariff_paused',
  'pause_not_running',
] as const

export const pauses = {
  offer: endpoint({
    forAdults: true,
    method: 'GET',
    path: '/api/v1/tariffs/pause/offer',
    envelope: 'data',
    access: 'viewer',
    summary: 'For how many days a connected tariff may be paused now, and what is paused with it',
    input: input({ tariff_id: id() }),
    output: z.object({
      min_days: z.int(),
      max_days: z.int(),
      /** 1: once in 12 months. */
      is_once: answeredFlag,
      /** The names of additional tariffs that are paused with their base tariff. */
      others: z.array(z.string()),
    }),
    failures: refusals,
  }),
  begin: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/tariffs/pause',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Pauses a connected tariff from now on for so many days',
    input: input({ tariff_id: id(), days: whole(1, 366) }),
    /** Unix seconds. */
    output: z.object({ paused_until: z.int(), paid_until: z.int() }),
    failures: [...refusals, 'pause_days_wrong'],
  }),
  end: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/tariffs/pause/end',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Ends the pause of a tariff: its paid days go on now',
    input: input({ tariff_id: id() }),
    /** Unix seconds. */
    output: z.object({ paid_until: z.int() }),
    failures: ['pause_not_on'],
  }),
}
