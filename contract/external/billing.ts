/** Money and tariffs, for the operator's own billing. */
import * as z from 'zod/mini'
import { id, text, unixSec, whole } from '#contract/form/fields.ts'
import { ShownTariffLook } from '#contract/form/shown-tariff-look.ts'
import { externalEndpoint } from './external-endpoint.ts'

/** A hundred million soʻm: more is a mistake of units. */
const largestTiyin = 10_000_000_000

const Name = z.object({ ru: z.string(), uz: z.string(), en: z.string() })

const Period = z.object({
  /** The `period_id` to connect this period. */
  period_id: z.int(),
  days: z.int(),
  price_tiyin: z.int(),
})

const connectFailures = [
  ...(['not_found', 'idempotency_key_needed', 'key_used', 'insufficient_funds', 'price_changed'] as const),
  ...(['tariff_needed', 'tariff_not_found', 'already_connected', 'more_than_one_base'] as const),
  ...(['billing_misconfigured', 'account_deactivated'] as const),
] as const

export const externalBilling = {
  tariffs: externalEndpoint({
    method: 'GET',
    path: '/tariffs',
    scope: 'catalogue:read',
    summary: 'All tariffs, also those that are no longer on offer',
    input: z.object({}),
    output: z.object({
      tariffs: z.array(
        z.object({
          tariff_id: z.int(),
          name: Name,
          /** Some sentences; '' for none. */
          description: z.object({ ru: z.string(), uz: z.string() }),
          look: ShownTariffLook,
          /** Its place among the tariffs on the site, from 1. */
          position: z.int(),
          is_base: z.boolean(),
          is_offered: z.boolean(),
          /** Of a period of 30 days, where it has no other periods. */
          price_tiyin: z.int(),
          periods: z.array(Period),
          /** Streams at once. */
          streams: z.int(),
          /** How many channels it opens. */
          channels: z.int(),
        }),
      ),
    }),
  }),
  credit: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/credit',
    scope: 'payments:write',
    summary:
      'Adds money that the other billing took in, from the ledger account `external`; suspended tariffs that it covers go on. Needs an Idempotency-Key, which names the payment for ever',
    input: z.object({ account_id: id(), amount_tiyin: whole(1, largestTiyin) }),
    output: z.object({
      /** The entry of the ledger. */
      entry_id: z.int(),
      balance_tiyin: z.int(),
      /** False when an earlier request with this key credited it. */
      is_new: z.boolean(),
    }),
    failures: ['not_found', 'idempotency_key_needed', 'key_used', 'payee_closed'],
  }),
  reverse: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/credit/reverse',
    scope: 'payments:write',
    summary: 'Takes a credit back, wholly and once, as long as the balance covers it',
    input: z.object({
      account_id: id(),
      /** The Idempotency-Key of the credit. */
      key: text(100, 1),
    }),
    output: z.object({ entry_id: z.int(), balance_tiyin: z.int(), is_new: z.boolean() }),
    failures: ['not_found', 'entry_not_found', 'insufficient_funds', 'key_used'],
  }),
  connect: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/tariffs/connect',
    scope: 'entitlements:write',
    summary:
      'Connects a tariff and charges its first period to the balance, as the subscriber would. Needs an Idempotency-Key, remembered for 24 hours',
    input: z.object({
      account_id: id(),
      tariff_id: z.optional(id()),
      /** Another period than the first. */
      period_id: z.optional(id()),
      /** A base tariff takes the place of the present one, by the rules of changes of that one: now, or at its paid end. */
      replaces_base: z._default(z.boolean(), false),
      /** Another cost is refused. */
      agreed_tiyin: z.optional(whole(0, largestTiyin)),
    }),
    output: z.object({
      cost_tiyin: z.int(),
      balance_tiyin: z.int(),
      tariffs: z.array(z.object({ tariff_id: z.int(), paid_until: z.int() })),
      /** Unix seconds at which the base tariff is changed; 0: it is not, or was changed now. */
      planned_from: z.int(),
    }),
    failures: connectFailures,
  }),
  cancel: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/tariffs/cancel',
    scope: 'entitlements:write',
    summary: 'Cancels a tariff that the service charges for: it runs to its paid end and is not renewed',
    input: z.object({ account_id: id(), tariff_id: id() }),
    output: z.object({
      /** 0: it had no paid time left and is off. */
      paid_until: z.int(),
    }),
    failures: ['not_found', 'not_connected'],
  }),
  grant: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/tariffs/grant',
    scope: 'entitlements:write',
    summary:
      'Opens a tariff until a moment without charging, for operators whose own billing charges; repeated, it sets another end',
    input: z.object({
      account_id: id(),
      tariff_id: id(),
      until: unixSec(),
      /** A base tariff ends another granted one. */
      replaces_base: z._default(z.boolean(), false),
    }),
    output: z.object({
      paid_until: z.int(),
      /** The base tariff that ended; 0 for none. */
      replaced_tariff_id: z.int(),
    }),
    failures: [
      ...([
        'not_found',
        'subscriber_erased',
        'subscriber_merged',
        'expiry_past',
        'tariff_not_found',
      ] as const),
      ...(['already_connected', 'more_than_one_base'] as const),
    ],
  }),
  end: externalEndpoint({
    method: 'POST',
    path: '/accounts/{account_id}/tariffs/end',
    scope: 'entitlements:write',
    summary: 'Ends a granted tariff now; `not_connected` for one that the subscriber paid for',
    input: z.object({ account_id: id(), tariff_id: id() }),
    output: z.object({}),
    failures: ['not_found', 'not_connected'],
  }),
}
