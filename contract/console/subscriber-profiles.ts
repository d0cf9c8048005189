/** The profiles of a subscriber, on the card: for a forgotten PIN the staff removes it. */
import * as z from 'zod/mini'
import { id, text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

export const consoleProfiles = {
  show: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/profiles',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'The profiles of a subscriber, and whether a PIN protects them',
    input: z.object({ account_id: id() }),
    output: z.object({
      /** The first one first; without a name where nobody has named it. */
      profiles: z.array(
        z.object({
          no: z.int(),
          name: z.string(),
          is_child: z.boolean(),
          /** 18: no limit. */
          age_limit: z.int(),
          has_pin: z.boolean(),
        }),
      ),
      /** The account has a PIN. */
      has_pin: z.boolean(),
      /** Purchases need it. */
      on_purchases: z.boolean(),
      /** Unix seconds until which wrong PINs have locked it; 0: not locked. */
      locked_until: z.int(),
    }),
  }),
  removePins: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/profiles/remove-pins',
    permission: { section: 'subscribers', level: 'act' },
    summary: 'Removes the PIN of a subscriber and those of the profiles; one without a PIN stays as it is',
    input: z.object({ account_id: id(), reason: text(500, 1) }),
    output: z.object({}),
    failures: ['not_found'],
  }),
}
