/** A subscriber's address for other players (M3U, Xtream), on the card: the staff revokes one that is in strange hands. */
import * as z from 'zod/mini'
import { id, text } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

export const consolePlayers = {
  show: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/players',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'Whether a subscriber has an address for other players; the address itself is shown to nobody',
    input: z.object({ account_id: id() }),
    output: z.object({
      /** Unix seconds; 0 without an address. */
      made_at: z.int(),
      /** A tariff of the subscriber opens something there. */
      is_allowed: z.boolean(),
    }),
  }),
  revoke: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/players/revoke',
    permission: { section: 'subscribers', level: 'act' },
    summary: 'Revokes the address and stops what plays by it; the subscriber makes another one',
    input: z.object({ account_id: id(), reason: text(500, 1) }),
    /** False: there was none. */
    output: z.object({ was_there: z.boolean() }),
  }),
}
