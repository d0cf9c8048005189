/** What the recorder reports of channels: whether they are recorded, and what their archives take. */
import * as z from 'zod/mini'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'channels', level: 'view' } as const

/** `starting`: connected a moment ago, nothing is written yet. */
export const recordingStates = ['recording', 'starting', 'no_signal'] as const

export const recordingEndpoints = {
  states: consoleEndpoint({
    method: 'GET',
    path: '/channels/states',
    permission: view,
    summary: 'Which of the channels that are switched on are really recorded now',
    input: z.object({}),
    output: z.object({
      /** When the recorder reported last, unix seconds; null when it never has. */
      reported_at: z.nullable(z.int()),
      /** So long ago that nothing is recorded. */
      is_old: z.boolean(),
      channels: z.array(
        z.object({
          cid: z.int(),
          state: z.enum(recordingStates),
          /** Since when there is no signal, unix seconds; null when unknown. */
          since: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  archiveSizes: consoleEndpoint({
    method: 'GET',
    path: '/channels/archive-sizes',
    permission: view,
    summary: 'What a day of each recorded channel takes on the disk, and how much there is for all archives',
    input: z.object({}),
    output: z.object({
      /** Measured; channels of which too little was recorded are left out. */
      channels: z.array(z.object({ cid: z.int(), bytes_per_day: z.int() })),
      /** What archives take now and may still take; null before the first report. */
      room_bytes: z.nullable(z.int()),
    }),
  }),
}
