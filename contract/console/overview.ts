/** What needs somebody of the staff, in order of harm, and what is missing before viewers can come. */
import * as z from 'zod/mini'
import { consoleEndpoint } from './console-endpoint.ts'

/** In order of harm. */
export const needKinds = [
  'recorder_off',
  'channels_down',
  'disk_short',
  'channels_off',
  'films_refused',
  'guide_failed',
  'guide_held',
  'guide_ends',
  'channels_poor',
  'channels_no_guide',
  'complaints',
  'films_no_uzbek',
  'channels_no_logo',
  'drafts',
  'proposals',
] as const

const Need = z.object({
  kind: z.enum(needKinds),
  /** How many channels, films, sources … */
  count: z.int(),
  /** The first of them; at most five. `id`: the channel (`cid`) or the draft; null for others. */
  things: z.array(z.object({ name: z.string(), id: z.nullable(z.int()) })),
  /** Unix seconds: since when, or until when for `guide_ends` and `disk_short`; null when unknown. */
  at: z.nullable(z.int()),
})

/** What a service has before viewers can come, in this order. `watch`: somebody has watched it. */
export const setUpSteps = [
  ...['service', 'phone', 'channels', 'recording', 'guide', 'tariffs', 'films', 'watch'],
] as const

export const consoleOverview = {
  needs: consoleEndpoint({
    method: 'GET',
    path: '/overview',
    permission: { section: 'overview', level: 'view' },
    summary:
      'What needs somebody of the staff, of what the role may see; what is missing before viewers can come',
    input: z.object({}),
    output: z.object({
      needs: z.array(Need),
      steps: z.array(
        z.object({
          step: z.enum(setUpSteps),
          is_done: z.boolean(),
          /** How many channels, guides, tariffs, films there are. */
          count: z.int(),
        }),
      ),
      /** Channels with sources that nobody has switched on: nothing of them can be watched. Null when all are on. */
      channels_off: z.nullable(
        z.object({
          off: z.int(),
          total: z.int(),
          /** The bytes of their full archives, of all archives then, and what there is (null before the first report). */
          ...{ bytes: z.int(), total_bytes: z.int(), room_bytes: z.nullable(z.int()) },
        }),
      ),
      /** Nobody has ended the first run yet. */
      is_first_run: z.boolean(),
      /** When the recorder reported last, unix seconds; null when it never has. */
      reported_at: z.nullable(z.int()),
    }),
  }),
}
