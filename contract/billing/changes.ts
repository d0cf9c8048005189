/** Planned changes of the base tariff, and the renewal of one tariff by the signed address of a notification. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, flag, siteInput as input } from '#contract/form/fields.ts'

/** Of the address in a notification before a charge; valid until that charge. */
const token = { token: z.string().check(z.minLength(1), z.maxLength(60)) }

const Renewal = z.object({
  /** The tariff's name. */
  name: z.string(),
  /** What is charged next, another tariff where a change is planned; '' when it is not renewed. */
  next_name: z.string(),
  /** Sums. */
  next_price: z.number(),
  /** Unix seconds until which it may be watched. */
  paid_until: z.int(),
  renews: answeredFlag,
})

const limits = [{ name: 'renewal_links', per: 'network', attempts: 60, perSec: 600 }] as const

export const changes = {
  undo: endpoint({
    forAdults: true,
    method: 'POST',
    path: '/api/v1/tariffs/change/undo',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Takes back the change to another base tariff that is planned for the end of the paid time',
    input: input({}),
    output: z.object({ tariff_id: z.int() }),
    failures: ['change_not_planned'],
  }),
  renewal: endpoint({
    path: '/api/v1/tariffs/renewal',
    envelope: 'data',
    summary: 'The renewal of the tariff that a notification is about; changes nothing',
    input: input(token),
    output: Renewal,
    failures: ['renewal_link_expired', 'too_many_requests'],
    rateLimits: limits,
  }),
  setRenewal: endpoint({
    method: 'POST',
    path: '/api/v1/tariffs/renewal/set',
    envelope: 'data',
    changes: true,
    summary:
      'Cancels the renewal of the tariff that a notification is about, or turns it on again; without a login',
    input: input({ ...token, renews: flag() }),
    output: Renewal,
    failures: ['renewal_link_expired', 'too_many_requests'],
    rateLimits: limits,
  }),
}
