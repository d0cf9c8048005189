/** What the staff makes a client do: a message on the screen, loading again, another channel (MSG-02). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { id, siteInput as input, text } from '#contract/form/fields.ts'

const ClientCommand = z.object({
  id: z.int(),
  kind: z.enum(['message', 'reload', 'channel']),
  /** Of a message: plain text in the client's language; '' otherwise. */
  text: z.string(),
  /** Of a message: how long it stays on the screen. */
  stays_sec: z.int(),
  /** Of a change of channel; 0 otherwise. */
  channel_id: z.int(),
})
export type ClientCommand = z.output<typeof ClientCommand>

export const commands = {
  take: endpoint({
    method: 'POST',
    path: '/api/v1/commands/take',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary:
      'The pending commands to this device. A page has them for 30 s before another page of the device gets them',
    input: input({
      /** Chosen at random by the page. */
      page: text(40, 8),
    }),
    output: z.object({ commands: z.array(ClientCommand) }),
  }),
  done: endpoint({
    method: 'POST',
    path: '/api/v1/commands/done',
    envelope: 'data',
    access: 'viewer',
    changes: true,
    summary: 'Confirms that a command was carried out: a message was on the screen, a page was opened',
    input: input({ id: id() }),
    output: z.object({}),
    failures: ['not_found'],
  }),
}
