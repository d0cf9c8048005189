/** What happened to accounts, for programs that read it instead of being called. */
import * as z from 'zod/mini'
import { limit, optionalText, whole } from '#contract/form/fields.ts'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { externalEndpoint } from './external-endpoint.ts'

/** The `data` of an event; money is whole tiyin. */
const Data = z.object({
  account_id: z.int(),
  abonement: z.string(),
  /** Of `account.*`. */
  state: z.optional(z.string()),
  /** Of `subscription.*` and `charge.done`. */
  tariff_id: z.optional(z.nullable(z.int())),
  /** Of `payment.*` and `charge.done`: the entry of the ledger. */
  entry_id: z.optional(z.int()),
  amount_tiyin: z.optional(z.int()),
  /** The balance after it. */
  balance_tiyin: z.optional(z.int()),
  /** Of `payment.*`: through what it came, `payme`, `click`, `api`. */
  source: z.optional(z.string()),
})

export const externalEvents = {
  list: externalEndpoint({
    method: 'GET',
    path: '/events',
    scope: 'events:read',
    summary:
      'Events after a cursor, the earliest first; stored for 30 days, from the first key with this scope on. `next` is the `after` of the next request, also at the end',
    input: z.object({
      /** 0: from the earliest on. */
      after: z._default(whole(0, 999_999_999_999_999), 0),
      limit: limit(100, 1000),
      /** Some types with commas between; all when absent. */
      types: optionalText(400),
    }),
    output: z.object({
      events: z.array(
        z.object({
          /** The same as in `webhook-id`. */
          id: z.string(),
          type: z.enum(outsideEventTypes),
          /** ISO 8601. */
          timestamp: z.string(),
          data: Data,
        }),
      ),
      next: z.int(),
      /** Whether more can be read now. */
      has_more: z.boolean(),
    }),
  }),
}
