/** The Telegram of a subscriber, on the card: for a lost phone the staff ends the link. */
import * as z from 'zod/mini'
import { id } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

export const consoleTelegram = {
  show: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/telegram',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'The Telegram of a subscriber',
    input: z.object({ account_id: id() }),
    output: z.object({
      is_linked: z.boolean(),
      /** As Telegram calls the person; '' without a link. */
      name: z.string(),
      /** Unix seconds; 0 without a link. */
      linked_at: z.int(),
      /** The person has blocked the bot. */
      is_blocked: z.boolean(),
      /** Codes go there first. */
      codes: z.boolean(),
      /** Notifications go there. */
      notices: z.boolean(),
    }),
  }),
  unlink: consoleEndpoint({
    method: 'POST',
    path: '/subscribers/telegram/unlink',
    permission: { section: 'subscribers', level: 'act' },
    summary: 'Ends the link of a subscriber with Telegram',
    input: z.object({ account_id: id() }),
    output: z.object({}),
    failures: ['telegram_not_linked'],
  }),
}
