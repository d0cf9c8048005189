/** Playback quality on the viewers' devices, for the operator. */
import * as z from 'zod/mini'
import { DeviceKind } from '#contract/accounts/devices.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import { common, flag, id, whole } from '#contract/form/fields.ts'

/** Maximum number of plays in one report. */
export const maxPlays = 20
/** Maximum duration of one play in a report, in milliseconds. */
export const longestReportMs = 600_000

/**
 * Data of one play since the previous report. It is only added up and does not identify the viewer; a failure of a viewer
 * who is logged in is stored for support as well.
 */
export const PlayFigures = z.object({
  kind: z.enum(['film', 'archive', 'live']),
  /** The channel's `cid`, or the `vfid` of a film's file. */
  id: id(),
  /** 1 in the first report of a play, after its first frame, its failure, or its end by the viewer. */
  begun: flag(),
  /** From opening to the first frame; left out when the page was hidden, or the browser waited for a press. */
  start_ms: z.optional(whole(0, longestReportMs)),
  /** 1 when the viewer left before the first frame. */
  abandoned: flag(),
  played_ms: whole(0, longestReportMs),
  /** Number and total duration of stalls after the first frame; waiting after a seek is not counted. */
  stalls: whole(0, 1000),
  stalled_ms: whole(0, longestReportMs),
  /** The part of `played_ms` with a known rendition: its mean declared bits per second and height. */
  rated_ms: whole(0, longestReportMs),
  bits_per_second: whole(0, 200_000_000),
  height: whole(0, 8640),
  /** How often the height changed. */
  switches: whole(0, 1000),
  /** The code shown to the viewer, e.g. `P2-1002`. */
  failure: z.optional(z.string().check(z.regex(/^P[1-8](-\d{1,6})?$/))),
})
export type PlayFigures = z.output<typeof PlayFigures>

export const playQuality = {
  report: endpoint({
    method: 'POST',
    path: '/api/v1.2.0/play-quality',
    access: 'optional',
    envelope: 'data',
    changes: true,
    summary:
      'Adds playback quality data to the operator’s totals; failures of a subscriber are stored for support',
    input: z.object({
      lang: common.lang,
      format: common.format,
      device_kind: DeviceKind,
      plays: z.array(PlayFigures).check(z.minLength(1), z.maxLength(maxPlays)),
    }),
    output: z.object({}),
    failures: ['too_many_requests'],
    // A whole provider may share one address: a thousand devices that report once a minute.
    rateLimits: [{ name: 'play_quality', per: 'network', attempts: 1200, perSec: 60 }],
  }),
}
