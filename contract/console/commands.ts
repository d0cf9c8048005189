/** Commands to the devices of subscribers: a message on the screen, loading again, signing out, another channel (MSG-02). */
import * as z from 'zod/mini'
import { id, text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

export const commandKinds = ['message', 'reload', 'channel', 'sign_out'] as const
export type CommandKind = (typeof commandKinds)[number]
/** What an engineer loads again. */
export const reloadedDevices = ['all', 'tv', 'phone', 'tablet', 'computer', 'other'] as const

const command = {
  kind: z.enum(commandKinds),
  /** Plain text of a message; '' otherwise. */
  text_ru: z._default(text(300), ''),
  text_uz: z._default(text(300), ''),
  /** How long a message stays on the screen. */
  stays_sec: z._default(whole(5, 300), 30),
  /** 0: none. */
  channel_id: z._default(whole(0, 2_147_483_647), 0),
  /** Minutes within which a client that is off still gets it. A sign-out does not expire. */
  expires_min: z._default(whole(1, 1440), 10),
}
const reason = text(500, 1)
/** For nearly all subscribers: how many they are, as typed by the member of staff. */
const everybody = z._default(whole(0, 1_000_000_000), 0)
const failures = ['command_needs_text', 'command_needs_channel'] as const
const Started = z.object({ command_batch_id: z.int(), recipients: z.int() })

const Batch = z.object({
  command_batch_id: z.int(),
  kind: z.enum(commandKinds),
  state: z.enum(['running', 'stopped', 'done']),
  text_ru: z.string(),
  text_uz: z.string(),
  stays_sec: z.int(),
  /** The channel's name; '' for none. */
  channel: z.object({ ru: z.string(), uz: z.string() }),
  /** '' for all subscribers. */
  segment: z.string(),
  reason: z.string(),
  /** Subscribers: in the segment, that got it, that were left out. */
  recipients: z.int(),
  reached: z.int(),
  left_out: z.int(),
  /** Devices, by state of the command. */
  sent: z.int(),
  delivered: z.int(),
  done: z.int(),
  expired: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  by: z.string(),
})
export type CommandBatchRow = z.output<typeof Batch>

export const consoleCommands = {
  choices: consoleEndpoint({
    method: 'GET',
    path: '/commands/choices',
    permission: { section: 'channels', level: 'view' },
    summary: 'The channels that a command may switch to',
    input: z.object({}),
    output: z.object({
      channels: z.array(
        z.object({ id: z.int(), number: z.int(), name: z.object({ ru: z.string(), uz: z.string() }) }),
      ),
    }),
  }),
  device: consoleEndpoint({
    method: 'POST',
    path: '/commands/device',
    permission: { section: 'subscribers', level: 'act' },
    summary: 'Gives a command to one device of a subscriber, once per key',
    input: z.object({
      ...{ account_id: id(), key: z.string().check(z.regex(/^[\w-]{8,100}$/)), reason },
      ...{ device_id: id(), ...command },
    }),
    output: z.object({
      ...{ act_id: z.int(), by: z.string(), at: z.int(), is_repeated: z.boolean() },
      client_command_id: z.int(),
    }),
    failures: [
      ...(['not_found', 'key_used', 'act_done_since', 'subscriber_erased', 'subscriber_merged'] as const),
      'device_not_found',
      ...failures,
    ],
  }),
  list: consoleEndpoint({
    method: 'GET',
    path: '/commands',
    permission: { section: 'messages', level: 'view' },
    summary: 'The newest 100 commands to segments, with how far they are',
    input: z.object({}),
    output: z.object({ commands: z.array(Batch) }),
  }),
  start: consoleEndpoint({
    method: 'POST',
    path: '/commands/start',
    // Those who make segments.
    permission: { section: 'messages', level: 'edit' },
    summary: 'Gives a command to the devices of everybody who is in a segment now',
    input: z.object({
      ...command,
      /** Null: all subscribers. */
      segment_id: z.nullable(id()),
      ...{ reason, everybody },
    }),
    output: Started,
    failures: ['segment_not_found', 'segment_is_everybody', ...failures],
  }),
  reload: consoleEndpoint({
    method: 'POST',
    path: '/commands/reload',
    permission: { section: 'health', level: 'act' },
    summary: 'Loads the clients again of subscribers with such a device, on all their devices',
    input: z.object({ devices: z.enum(reloadedDevices), reason, everybody }),
    output: Started,
    failures: ['segment_is_everybody'],
  }),
  reloads: consoleEndpoint({
    method: 'GET',
    path: '/commands/reloads',
    permission: { section: 'health', level: 'view' },
    summary: 'Loadings of clients that run now, with how far they are',
    input: z.object({}),
    output: z.object({
      reloads: z.array(
        z.object({
          command_batch_id: z.int(),
          /** '' for all subscribers. */
          segment: z.string(),
          reason: z.string(),
          recipients: z.int(),
          reached: z.int(),
          left_out: z.int(),
          created_at: z.int(),
          by: z.string(),
        }),
      ),
    }),
  }),
  stopReload: consoleEndpoint({
    method: 'POST',
    path: '/commands/reload/stop',
    // Those who start it.
    permission: { section: 'health', level: 'act' },
    summary: 'Loads the clients of nobody more',
    input: z.object({ command_batch_id: id() }),
    output: z.object({}),
    failures: ['command_ended'],
  }),
  stop: consoleEndpoint({
    method: 'POST',
    path: '/commands/stop',
    permission: { section: 'messages', level: 'edit' },
    summary: 'Gives a command to nobody more, and takes it back from devices that have not got it',
    input: z.object({ command_batch_id: id() }),
    output: z.object({}),
    failures: ['command_ended'],
  }),
}
