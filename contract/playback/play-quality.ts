/** How watching goes on the viewers' screens, for the operator. */
import * as z from 'zod/mini'
import { DeviceKind } from '#contract/accounts/devices.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, flag, id, whole } from '#contract/form/fields.ts'

/** Plays in one report at most. */
export const maxPlays = 20
/** No report tells of more than this of one play, in milliseconds. */
export const longestReportMs = 600_000

/** Figures of one play since the report before. They are added up: nothing in them says whose they are. */
export const PlayFigures = z.object({
  kind: z.enum(['film', 'archive', 'live']),
  /** The channel's `cid`, or the `vfid` of a film's file. */
  id: id(),
  /** 1 in the first report of a play, once its picture came, it failed, or it was given up. */
  begun: flag(),
  /** From opening to the first picture; left out when nobody was looking, or the browser waited for a press. */
  start_ms: z.optional(whole(0, longestReportMs)),
  /** 1 when it was left before the first picture came. */
  abandoned: flag(),
  played_ms: whole(0, longestReportMs),
  /** How often, and how long, it waited for data after its first picture; waiting after a jump is not counted. */
  stalls: whole(0, 1000),
  stalled_ms: whole(0, longestReportMs),
  /** The part of `played_ms` for which it is known what was played: its mean stated bits per second and height. */
  rated_ms: whole(0, longestReportMs),
  bits_per_second: whole(0, 200_000_000),
  height: whole(0, 8640),
  /** How often the height changed. */
  switches: whole(0, 1000),
  /** The code that the viewer was shown, e.g. `P2-1002`. */
  failure: z.optional(z.string().check(z.regex(/^P[1-8](-\d{1,6})?$/))),
})
export type PlayFigures = z.output<typeof PlayFigures>

export const playQuality = {
  report: endpoint({
    method: 'POST',
    path: '/api/v1.2.0/play-quality',
    envelope: 'data',
    changes: true,
    summary: 'Adds how playback went to the totals the operator sees; the viewer is not identified',
    input: z.object({
      lang: common.lang,
      format: common.format,
      device_kind: DeviceKind,
      plays: z.array(PlayFigures).check(z.minLength(1), z.maxLength(maxPlays)),
    }),
    output: z.object({}),
    failures: ['too_many_requests'],
    // A provider may stand behind one address: a thousand screens that report once a minute.
    rateLimits: [{ name: 'play_quality', per: 'network', attempts: 1200, perSec: 60 }],
  }),
}
