/** The health of channels: the board with what each shows at the moment, and thirty days of one. */
import * as z from 'zod/mini'
import { id } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** What can be wrong with a channel, the most harmful first; the last one is what viewers report. */
export const channelProblems = [
  'recorder_off',
  'no_signal',
  'stale',
  'black',
  'frozen',
  'slate',
  'silent',
  'spare_source',
  'guide_missing',
  'guide_ends',
  'holes',
  'archive_short',
  'viewers_fail',
] as const

/** Worst first. `off`: nothing is to be received. */
export const channelLevels = ['bad', 'warning', 'good', 'off'] as const

const BoardChannel = z.object({
  cid: z.int(),
  number: z.int(),
  name: z.string(),
  /** Sound only: its still is made of its logo. */
  is_radio: z.boolean(),
  level: z.enum(channelLevels),
  problems: z.array(
    z.object({
      kind: z.enum(channelProblems),
      /** Unix seconds; null when unknown. */
      since: z.nullable(z.int()),
    }),
  ),
  /** Why it waits, in English, without an address; '' when it does not. */
  words: z.string(),
  /** Which of its sources it is received from, from 1; null when from none. */
  source: z.nullable(z.int()),
  source_count: z.int(),
  bits_per_second: z.nullable(z.int()),
  /** The end of the last segment, unix seconds. */
  last_segment_at: z.nullable(z.int()),
  /** How far the guide reaches without a gap, unix seconds; null without a programme now. */
  guide_until: z.nullable(z.int()),
  /** Of the last hour. */
  plays: z.int(),
  failed_plays: z.int(),
  /** The open alarm it is in; null for none. */
  alarm_id: z.nullable(z.int()),
  /** Who takes care of that alarm; '' for nobody. */
  acknowledged_by: z.string(),
  /** Until when no alarm is raised for it, unix seconds; null for a channel that is not muted. */
  muted_until: z.nullable(z.int()),
  muted_by: z.string(),
  mute_reason: z.string(),
})

const Archive = z.object({
  /** Its oldest moment, unix seconds; null while it is empty. */
  from: z.nullable(z.int()),
  bytes: z.int(),
  bytes_per_day: z.int(),
  requested_sec: z.int(),
  /** How far it will reach with the disk as it is; null while too little was recorded. */
  expected_sec: z.nullable(z.int()),
  holes_of_day: z.object({ count: z.int(), sec: z.int() }),
  holes_of_week: z.object({ count: z.int(), sec: z.int() }),
})

const view = { section: 'health', level: 'view' } as const

export const consoleHealth = {
  board: consoleEndpoint({
    method: 'GET',
    path: '/health',
    permission: view,
    summary: 'Every channel, worst first, with what is wrong and since when',
    input: z.object({}),
    output: z.object({
      channels: z.array(BoardChannel),
      /** When the process that records reported last, unix seconds; null when it never has. */
      reported_at: z.nullable(z.int()),
      /** Whether that is so long ago that nothing here is true any more. */
      is_old: z.boolean(),
      /** The disk of the archive; null before the first report. */
      disk: z.nullable(
        z.object({
          free_bytes: z.int(),
          total_bytes: z.int(),
          /** Until hours that the archive promises are deleted; null when there is room for all. */
          hours_left: z.nullable(z.number()),
        }),
      ),
    }),
  }),
  still: consoleEndpoint({
    method: 'GET',
    path: '/health/still',
    permission: view,
    summary: 'A small picture of what a channel shows, at most some seconds old',
    input: z.object({ cid: id() }),
    output: z.object({
      /** Base64; null when there is no recent one. */
      webp: z.nullable(z.string()),
      /** Unix seconds. */
      at: z.nullable(z.int()),
      /** The address of its logo where it has no picture (radio); '' for none. */
      logo: z.string(),
    }),
  }),
  channel: consoleEndpoint({
    method: 'GET',
    path: '/health/channel',
    permission: view,
    summary: 'The health of one channel: now, the last thirty days, and how watching it went',
    input: z.object({ cid: id() }),
    output: z.object({
      channel: BoardChannel,
      /** Null for a channel that is not recorded. */
      archive: z.nullable(Archive),
      /** The oldest first; in Tashkent. */
      days: z.array(
        z.object({
          /** Its first moment, unix seconds. */
          at: z.int(),
          /** Nobody could watch. */
          down_sec: z.int(),
          /** Without sound, or from a spare source. */
          poor_sec: z.int(),
          plays: z.int(),
          failed_plays: z.int(),
        }),
      ),
      /** Since when problems are recorded, unix seconds: earlier days are not days without problems. */
      history_from: z.int(),
      /** The newest first; at most 200. */
      problems: z.array(
        z.object({
          kind: z.enum(channelProblems),
          /** Unix seconds. */
          from: z.int(),
          /** Null while it lasts. */
          until: z.nullable(z.int()),
        }),
      ),
    }),
    failures: ['channel_not_found'],
  }),
}
