/** The recordings of a subscriber, on the card: read only, for questions to the call centre. */
import * as z from 'zod/mini'
import { id } from '#contract/form/fields.ts'
import { recordingStates } from '#contract/channels/recordings.ts'
import { consoleEndpoint } from './console-endpoint.ts'

export const consoleRecordings = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/subscribers/recordings',
    permission: { section: 'subscribers', level: 'view' },
    summary: 'The recordings of a subscriber, the latest first, and the hours that are used and granted',
    input: z.object({ account_id: id() }),
    output: z.object({
      /** Seconds. */
      used_sec: z.int(),
      /** By the paid tariffs together; 0: none. */
      granted_sec: z.int(),
      recordings: z.array(
        z.object({
          recording_id: z.int(),
          title_ru: z.string(),
          title_uz: z.string(),
          /** '' where the channel is not shown. */
          channel: z.string(),
          /** Unix seconds. */
          begin: z.int(),
          end: z.int(),
          state: z.enum(recordingStates),
          /** When it is deleted because of its age; unix seconds. */
          expires_at: z.int(),
        }),
      ),
    }),
  }),
}
