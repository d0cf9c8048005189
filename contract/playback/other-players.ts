/** The subscriber's own address for other players: a playlist with the archive, and a guide. Off until requested. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, middlewareInput } from '#contract/form/fields.ts'

export const otherPlayers = {
  state: endpoint({
    forAdults: true,
    path: '/middleware/account/players',
    access: 'viewer',
    summary:
      'Whether the account has an address for other players; the address itself is returned only once, when it is created',
    input: middlewareInput({}),
    output: z.object({
      is_on: answeredFlag,
      /** 0: no tariff of the account opens anything in other players. */
      is_allowed: answeredFlag,
      /** Unix seconds; 0 when there is none. */
      created_at: z.int(),
    }),
  }),
  renew: endpoint({
    forAdults: true,
    opensAccount: true,
    path: '/middleware/account/players/renew',
    access: 'viewer',
    changes: true,
    failures: ['other_players_not_allowed'],
    summary: 'Creates an address for other players; the previous one stops working at once',
    input: middlewareInput({}),
    output: z.object({
      /** Relative to the site’s root: an M3U playlist that names its guide. It gives access to the whole account. */
      url: z.string(),
      /** The log-in for players with the Xtream API, at the same site: the subscriber number, and a password of its own. */
      username: z.string(),
      password: z.string(),
      created_at: z.int(),
    }),
  }),
  off: endpoint({
    forAdults: true,
    path: '/middleware/account/players/off',
    access: 'viewer',
    changes: true,
    summary: 'Deletes the address for other players, and stops their streams',
    input: middlewareInput({}),
    output: z.object({}),
  }),
}
