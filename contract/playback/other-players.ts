/** The subscriber's own address for other players: a playlist with the archive, and a guide. Off until requested. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, middlewareInput } from '#contract/form/fields.ts'

export const otherPlayers = {
  state: endpoint({
    path: '/middleware/account/players',
    access: 'viewer',
    summary:
      'Whether the account has an address for other players; the address itself is returned only once, when it is created',
    input: middlewareInput({}),
    output: z.object({
      is_on: answeredFlag,
      /** Unix seconds; 0 when there is none. */
      created_at: z.int(),
    }),
  }),
  renew: endpoint({
    path: '/middleware/account/players/renew',
    access: 'viewer',
    changes: true,
    summary: 'Creates an address for other players; the previous one stops working at once',
    input: middlewareInput({}),
    output: z.object({
      /** Relative to the site’s root: an M3U playlist that names its guide. It gives access to the whole account. */
      url: z.string(),
      created_at: z.int(),
    }),
  }),
  off: endpoint({
    path: '/middleware/account/players/off',
    access: 'viewer',
    changes: true,
    summary: 'Deletes the address for other players, and stops their streams',
    input: middlewareInput({}),
    output: z.object({}),
  }),
}
