/** The concurrent streams of an account: list, heartbeat, stop (ACC-09). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/form/endpoint.ts'
import { answeredFlag, middlewareInput } from '#contract/form/fields.ts'
import { streamId } from './stream-fields.ts'

/** One stream that is being watched on the account now. */
export const Stream = z.object({
  stream_id: z.string(),
  /** The owner's name for the device, else its model; for another player a text that says so. */
  device_name: z.string(),
  kind: z.enum(['live', 'archive', 'film']),
  /** The channel, the channel and the programme, or the film, in the language of the request. */
  title: z.string(),
  /** Unix seconds. */
  started_at: z.int(),
  /** 1 for a stream of the requesting session. */
  is_this_device: answeredFlag,
})
export type Stream = z.output<typeof Stream>

export const streams = {
  list: endpoint({
    path: '/middleware/stream/list',
    access: 'viewer',
    summary: 'The current streams of the account, the oldest first, and how many it may have at once',
    input: middlewareInput({}),
    output: z.object({ limit: z.int(), streams: z.object({ item: z.array(Stream) }) }),
  }),
  heartbeat: endpoint({
    path: '/middleware/stream/heartbeat',
    access: 'optional',
    endedSession: 'refused',
    changes: true,
    summary: 'Heartbeat: reports that a stream is still being watched; without a token, one of a guest',
    input: middlewareInput({ stream_id: streamId() }),
    output: z.object({
      /**
       * - `going`: it counts as watched; the first heartbeat activates a stream requested with `warm`.
       * - `stopped`: a user of the account stopped it on purpose, and its address no longer plays.
       * - `unknown`: it ended for another reason (a long silence, replaced by another stream, a limit of the
       *   profile): request the address again, with this `stream_id`, to continue or to learn why not.
       */
      state: z.enum(['going', 'stopped', 'unknown']),
      /** The device on which it was stopped; '' otherwise. */
      stopped_by: z.string(),
      /** Minutes that the profile may still watch today; absent where it may as long as it likes. */
      minutes_left: z.optional(z.int()),
    }),
    // The profile of the device was removed: the stream has ended, and another profile has to be chosen.
    failures: ['profile_not_found'],
  }),
  stop: endpoint({
    path: '/middleware/stream/stop',
    access: 'optional',
    endedSession: 'refused',
    changes: true,
    summary: 'Ends a stream of the account, here or on another device: its address stops playing at once',
    input: middlewareInput({ stream_id: streamId() }),
    output: z.object({}),
    failures: ['stream_not_found'],
  }),
}

/** The streams in a `too_many_streams` error; empty when the data has another shape. */
export function goingStreams(details: unknown): readonly Stream[] {
  const list = (details as { streams?: { item?: unknown } } | null | undefined)?.streams?.item
  return Array.isArray(list) ? (list as readonly Stream[]) : []
}
